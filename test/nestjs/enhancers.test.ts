import {
  ForbiddenException,
  Inject,
  Injectable,
  Scope,
  SetMetadata,
  type CanActivate,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common'
import { REQUEST, Reflector } from '@nestjs/core'
import { IsInt } from 'class-validator'
import { from, map, mergeMap, of, tap, type Observable } from 'rxjs'
import { describe, expect, it } from 'vitest'

import { Tool } from '../../src/decorators/tool.js'
import { findToolCall, guardLayer, interceptorLayer } from '../../src/nestjs/index.js'
import { defineTool } from '../../src/registry/define/define-tool.js'
import type { ToolContext } from '../../src/tools/tool-context.js'
import { suspend } from '../../src/tools/suspension.js'
import { compile, feature, problemsOf, start } from './start.js'

@SetMetadata('role', 'clerk')
@Tool({ server: 'till', name: 'open' })
class OpenTill {
  @IsInt() drawer = 1
  call() {
    return `drawer ${this.drawer}`
  }
}

@Injectable()
class Roles {
  of = (principal: string | undefined): string => (principal === 'ann' ? 'clerk' : 'guest')
}

@Injectable()
class RolesGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly roles: Roles,
  ) {}
  canActivate(execution: ExecutionContext) {
    const needed = this.reflector.getAllAndOverride<string | undefined>('role', [
      execution.getHandler(),
      execution.getClass(),
    ])
    const role = this.roles.of(findToolCall(execution)?.context.principal?.id)
    return needed === undefined || role === needed
  }
}

const ann = { principal: { id: 'ann', kind: 'person' } } as const
const till = (...providers: NonNullable<Parameters<typeof feature>[2]>['providers'] & object) =>
  feature('TillModule', [OpenTill], { providers })

describe('guardLayer', () => {
  it('lets a guard with its services decide by who calls and what decorators say', async () => {
    const { call } = await start({
      options: { layers: [guardLayer(RolesGuard)] },
      imports: [till(Roles, RolesGuard)],
    })
    expect(await call('till/open', {}, ann)).toBe('drawer 1')
    await expect(call('till/open')).rejects.toMatchObject({
      code: 'REFUSED',
      disposition: 'did-not-happen',
      message: expect.stringContaining('guard "RolesGuard" does not let it pass.'),
    })
  })

  it('shows tool, arguments and context to a guard', async () => {
    const seen: unknown[] = []
    const spy: CanActivate = {
      canActivate: (execution) => {
        const call = findToolCall(execution)
        seen.push(execution.getType(), execution.getArgs(), execution.switchToRpc().getData())
        seen.push(call?.definition.id.toString(), call?.arguments, call?.context.tenantId)
        return true
      },
    }
    const { call } = await start({
      options: { layers: [guardLayer(spy, { name: 'spy' })] },
      imports: [till()],
    })
    await call('till/open', { drawer: 2 }, { tenantId: 'acme' })
    const [type, args, data, ...rest] = seen
    expect([type, (args as unknown[])[0], data]).toEqual(['tool', { drawer: 2 }, { drawer: 2 }])
    expect(rest).toEqual(['till/open', { drawer: 2 }, 'acme'])
  })

  it.each([
    ['false', () => false],
    ['a promise of false', async () => false],
    ['an observable of false', () => of(false)],
    ['nothing', () => undefined as unknown as boolean],
    ['a text', () => 'yes' as unknown as boolean],
  ])('refuses where a guard answers %s', async (_, canActivate) => {
    const layers = [guardLayer({ canActivate }, { name: 'no' })]
    const { call } = await start({ options: { layers }, imports: [till()] })
    await expect(call('till/open')).rejects.toMatchObject({ code: 'REFUSED' })
  })

  it('refuses where a guard throws, and keeps what it threw from the model', async () => {
    const thrown = new ForbiddenException('secret reason')
    const canActivate = (): never => {
      throw thrown
    }
    const layers = [guardLayer({ canActivate }, { name: 'no' })]
    const { call } = await start({ options: { layers }, imports: [till()] })
    const error: unknown = await call('till/open').catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'REFUSED', cause: thrown })
    expect((error as { modelText: string }).modelText).not.toContain('secret')
  })

  it('makes a request-scoped guard for each call [G-074]', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class TenantGuard implements CanActivate {
      constructor(@Inject(REQUEST) private readonly context: ToolContext) {}
      canActivate() {
        return this.context.tenantId === 'acme'
      }
    }
    const { call } = await start({
      options: { layers: [guardLayer(TenantGuard)] },
      imports: [till(TenantGuard)],
    })
    expect(await call('till/open', {}, { tenantId: 'acme' })).toBe('drawer 1')
    await expect(call('till/open', {}, { tenantId: 'other' })).rejects.toThrow(
      'does not let it pass',
    )
  })

  it('is reported at start where a request-scoped guard lacks a service [G-074]', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class BrokenGuard implements CanActivate {
      constructor(@Inject('NOWHERE') readonly nothing: unknown) {}
      canActivate() {
        return true
      }
    }
    const options = { layers: [guardLayer(BrokenGuard)] }
    const starting = compile({ options, imports: [till(BrokenGuard)] })
    await expect(starting).rejects.toThrow(/BrokenGuard[^]*"NOWHERE"[^]*TillModule/)
  })

  it('refuses every call while its guard cannot be made [G-074]', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class BrokenGuard implements CanActivate {
      constructor() {
        throw new Error('no')
      }
      canActivate() {
        return true
      }
    }
    const { call } = await start({
      options: { layers: [guardLayer(BrokenGuard)] },
      imports: [till(BrokenGuard)],
    })
    await expect(call('till/open')).rejects.toMatchObject({ code: 'REFUSED' })
  })

  it('is reported at start where the guard is no provider', async () => {
    const options = { layers: [guardLayer(RolesGuard)] }
    expect(await problemsOf(compile({ options, imports: [till(Roles)] }))).toEqual([
      'ToolsModule, layers: "RolesGuard" is a provider of no module, so it cannot be made with its services. Add "RolesGuard" to the providers of the module that has its services.',
    ])
  })

  it.each([undefined, {}, 'guard'])('takes classes and guards only: %s', (given) => {
    expect(() => guardLayer(given as never)).toThrow('nothing with a method "canActivate"')
  })

  it('judges arguments again that a layer further in changed', async () => {
    const small: CanActivate = {
      canActivate: (execution) => Number(findToolCall(execution)?.arguments['drawer']) < 5,
    }
    const grow = {
      name: 'grow',
      handle: (call: never, next: (call: never) => never) =>
        next({ ...(call as object), arguments: { drawer: 9 } } as never),
    }
    const layers = [grow, guardLayer(small, { name: 'small' })]
    const { call } = await start({ options: { layers }, imports: [till()] })
    await expect(call('till/open')).rejects.toMatchObject({ code: 'REFUSED' })
  })

  it('finds no decorators on a tool that was made of no class', async () => {
    const ping = defineTool({ server: 'net', name: 'ping', description: '', call: () => 'pong' })
    const { call } = await start({
      options: { definitions: [ping], layers: [guardLayer(RolesGuard)] },
      imports: [till(Roles, RolesGuard)],
    })
    expect(await call('net/ping')).toBe('pong')
  })
})

const intercept = (
  change: (values: Observable<unknown>, execution: ExecutionContext) => Observable<unknown>,
): NestInterceptor => ({ intercept: (execution, next) => change(next.handle(), execution) })

async function callThrough(interceptor: NestInterceptor, tools = [OpenTill] as never[]) {
  const layers = [interceptorLayer(interceptor, { name: 'through' })]
  return start({ options: { layers }, imports: [feature('TillModule', tools)] })
}

describe('interceptorLayer', () => {
  it('lets an interceptor see the call and its output', async () => {
    const seen: unknown[] = []
    const { call } = await callThrough(
      intercept((values, execution) => {
        seen.push(findToolCall(execution)?.definition.id.toString())
        return values.pipe(tap((value) => seen.push(value)))
      }),
    )
    await call('till/open')
    expect(seen).toEqual(['till/open', 'drawer 1'])
  })

  it('takes what an interceptor makes of the output', async () => {
    const { call } = await callThrough(
      intercept((values) => values.pipe(map((data) => ({ data })))),
    )
    expect(await call('till/open')).toEqual({ data: 'drawer 1' })
  })

  it('lets an interceptor answer without calling', async () => {
    const { call } = await callThrough(intercept(() => of('cached')))
    expect(await call('till/open')).toBe('cached')
  })

  it('takes the last of several values, and null for none', async () => {
    const several = await callThrough(
      intercept((values) => values.pipe(mergeMap(() => from([1, 2])))),
    )
    expect(await several.call('till/open')).toBe(2)
    const none = await callThrough(intercept((values) => values.pipe(mergeMap(() => from([])))))
    expect(await none.call('till/open')).toBeNull()
  })

  it('keeps a call suspended, whatever an interceptor makes of it', async () => {
    @Tool({ server: 'till', name: 'ask' })
    class Ask {
      call() {
        return suspend({ reason: 'why', inputSchema: { type: 'string' } })
      }
    }
    const values: unknown[] = []
    const { call } = await callThrough(
      intercept((inner) => inner.pipe(tap((value) => values.push(value)))),
      [Ask] as never[],
    )
    await expect(call('till/ask')).rejects.toMatchObject({ code: 'UNSUSPENDABLE' })
    expect(values).toEqual([])
  })

  it('passes the failure of a call on as it is', async () => {
    @Tool({ server: 'till', name: 'fail' })
    class Fail {
      call(): never {
        throw new Error('no')
      }
    }
    const { call } = await callThrough(
      intercept((values) => values),
      [Fail] as never[],
    )
    await expect(call('till/fail')).rejects.toMatchObject({
      code: 'TOOL_FAILED',
      disposition: 'in-doubt',
    })
  })

  it('resolves an interceptor with its services', async () => {
    @Injectable()
    class Audit implements NestInterceptor {
      constructor(private readonly roles: Roles) {}
      intercept(execution: ExecutionContext, next: { handle(): Observable<unknown> }) {
        const { context } = findToolCall(execution) ?? {}
        return next.handle().pipe(map((value) => [value, this.roles.of(context?.principal?.id)]))
      }
    }
    const { call } = await start({
      options: { layers: [interceptorLayer(Audit)] },
      imports: [till(Roles, Audit)],
    })
    expect(await call('till/open', {}, ann)).toEqual(['drawer 1', 'clerk'])
  })
})
