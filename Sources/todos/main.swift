import DIContainer
print(DIContainer())
