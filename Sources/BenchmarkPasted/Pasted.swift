public enum Pasted {}
