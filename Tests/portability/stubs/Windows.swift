// What the Windows SDK declares, with its types as Swift imports them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// stands for: WinSDK Windows WinSDK

public typealias DWORD = UInt32
public typealias ULONG = UInt32
public typealias ULONG_PTR = UInt64
public typealias PULONG_PTR = UnsafeMutablePointer<ULONG_PTR>
public typealias PVOID = UnsafeMutableRawPointer
public typealias LPVOID = UnsafeMutableRawPointer
public struct RTL_SRWLOCK { public init() {} }
public typealias SRWLOCK = RTL_SRWLOCK
public typealias PSRWLOCK = UnsafeMutablePointer<RTL_SRWLOCK>
public struct RTL_CONDITION_VARIABLE { public init() {} }
public typealias CONDITION_VARIABLE = RTL_CONDITION_VARIABLE
public typealias PCONDITION_VARIABLE = UnsafeMutablePointer<RTL_CONDITION_VARIABLE>
public typealias PFLS_CALLBACK_FUNCTION = @convention(c) (PVOID?) -> Void

public var INFINITE: DWORD { 0xFFFF_FFFF }
public var FLS_OUT_OF_INDEXES: DWORD { 0xFFFF_FFFF }
public var TLS_OUT_OF_INDEXES: DWORD { 0xFFFF_FFFF }

private func declaration<Result>() -> Result { fatalError("only a declaration") }

public func InitializeSRWLock(_ lock: PSRWLOCK!) {}
public func AcquireSRWLockExclusive(_ lock: PSRWLOCK!) {}
public func ReleaseSRWLockExclusive(_ lock: PSRWLOCK!) {}
public func InitializeConditionVariable(_ condition: PCONDITION_VARIABLE!) {}
public func WakeConditionVariable(_ condition: PCONDITION_VARIABLE!) {}
public func WakeAllConditionVariable(_ condition: PCONDITION_VARIABLE!) {}
@discardableResult public func SleepConditionVariableSRW(
  _ condition: PCONDITION_VARIABLE!, _ lock: PSRWLOCK!, _ milliseconds: DWORD, _ flags: ULONG
) -> Bool { declaration() }

@discardableResult public func FlsAlloc(_ callback: PFLS_CALLBACK_FUNCTION!) -> DWORD {
  declaration()
}
public func FlsGetValue(_ index: DWORD) -> PVOID! { declaration() }
@discardableResult public func FlsSetValue(_ index: DWORD, _ value: PVOID!) -> Bool {
  declaration()
}
@discardableResult public func TlsAlloc() -> DWORD { declaration() }
public func TlsGetValue(_ index: DWORD) -> LPVOID! { declaration() }
@discardableResult public func TlsSetValue(_ index: DWORD, _ value: LPVOID!) -> Bool {
  declaration()
}
public func GetCurrentThreadStackLimits(_ low: PULONG_PTR!, _ high: PULONG_PTR!) {}
public func GetCurrentThreadId() -> DWORD { declaration() }
