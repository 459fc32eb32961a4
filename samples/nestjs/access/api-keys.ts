import { Injectable } from '@nestjs/common'

/** Who calls, and what they may do. */
export interface ApiUser {
  readonly id: string
  readonly tenant: string
  readonly role: 'clerk' | 'guest'
}

const users: Readonly<Record<string, ApiUser>> = {
  'key-ann': { id: 'ann', tenant: 'north', role: 'clerk' },
  'key-bob': { id: 'bob', tenant: 'south', role: 'guest' },
}

/** The users of the shop. */
@Injectable()
export class ApiKeys {
  findByKey(key: string): ApiUser | undefined {
    return Object.hasOwn(users, key) ? users[key] : undefined
  }

  findById(id: string | undefined): ApiUser | undefined {
    return Object.values(users).find((user) => user.id === id)
  }
}
