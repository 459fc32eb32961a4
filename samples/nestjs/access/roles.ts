import { SetMetadata } from '@nestjs/common'

export const rolesKey = 'roles'

/** Who may use a tool; everybody where it is not said. */
export const Roles = (...roles: readonly string[]): ClassDecorator => SetMetadata(rolesKey, roles)
