import { Transform, Type } from 'class-transformer'
import {
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  Min,
  registerDecorator,
  ValidateNested,
} from 'class-validator'
import { describe, expect, it } from 'vitest'

import { writeProgram } from '../../../src/arguments/compiled/compile-arguments.js'
import { needsObjects } from '../../../src/arguments/compiled/needs-objects.js'
import { Program } from '../../../src/arguments/compiled/program.js'
import { createWalk } from '../../../src/arguments/compiled/walk.js'
import type { Constructor } from '../../../src/tools/constructor.js'
import { argumentsOf, refusalsOf } from '../arguments-of.js'

class Place {
  @IsString() @Length(1, 8) street!: string
}

class Order {
  @IsInt() @Min(1) quantity!: number
  @ValidateNested() @Type(() => Place) place!: Place
  @IsOptional() @IsString({ each: true }) labels?: string[]
}

/** The program of a class, as it is compiled. */
function programOf(target: Constructor): { text: string; constants: ReadonlyMap<string, unknown> } {
  const { shape, readOptions: options } = argumentsOf(target)
  const program = new Program()
  const isJudged = needsObjects(new Set([shape]))
  const writing = { program, walk: createWalk(options.limits), options, isJudged }
  return { text: writeProgram(writing, shape), constants: program.constants }
}

function rule(name: string, validate: (value: unknown) => unknown, message: string) {
  return (prototype: object, propertyName: string): void => {
    registerDecorator({
      name,
      target: prototype.constructor,
      propertyName,
      validator: { validate: validate as () => boolean, defaultMessage: () => message },
    })
  }
}

describe('the program of a class', () => {
  it('reads, checks and copies in one pass, and makes instances of what it gave [ADM-08]', () => {
    expect(programOf(Order).text).toMatchInlineSnapshot(`
      ""use strict";

      function read0(o, depth) {
        if (depth > walk.maxDepth || !isPlainObject(o, walk)) return unsure;
        let v1, v3, v5;
        for (const k in o) {
          if (isUnreadable(o, k, walk)) return unsure;
          switch (k) {
            case "quantity": if ((v1 = o["quantity"]) === undefined) return unsure; break;
            case "place": if ((v3 = o["place"]) === undefined) return unsure; break;
            case "labels": if ((v5 = o["labels"]) === undefined) return unsure; break;
            default: return unsure;
          }
        }
        if (v1 == null) return unsure;
        let j2 = v1;
        if (typeof j2 !== "string") {
          j2 = anyData.copy(j2, depth + 1);
          if (j2 === unsure) return unsure;
        }
        if (!(typeof j2 === "number" && j2 >= c0)) return unsure;
        if (!(c1.validate(j2, c2) === true)) return unsure;
        if (v3 == null) return unsure;
        const j4 = read2(v3, depth + 1);
        if (j4 === unsure) return unsure;
        let j12;
        if (v5 === undefined) {
        }
        else if (v5 === null) {
          return unsure;
        }
        else {
          if (depth + 1 > walk.maxDepth || !isPlainList(v5, walk)) return unsure;
          const n8 = v5.length;
          const j9 = new Array(n8);
          for (let i6 = 0; i6 < n8; i6 += 1) {
            const e7 = v5[i6];
            if (e7 === undefined) return unsure;
            let j10 = e7;
            if (typeof j10 !== "string") {
              j10 = anyData.copy(j10, depth + 2);
              if (j10 === unsure) return unsure;
            }
            j9[i6] = j10;
          }
          if (!Array.isArray(j9)) return unsure;
          for (const e11 of j9) {
            if (!(typeof e11 === "string")) return unsure;
          }
          j12 = j9;
        }
        const json = { "quantity": j2, "place": j4 };
        if (j12 !== undefined) json["labels"] = j12;
        return json;
      }

      function assign1(t, j) {
        t["quantity"] = copyValue(j["quantity"]);
        t["place"] = j["place"] === null ? null : make3(j["place"]);
        if (hasOwn(j, "labels")) t["labels"] = copyValue(j["labels"]);
      }

      function read2(o, depth) {
        if (depth > walk.maxDepth || !isPlainObject(o, walk)) return unsure;
        let v13;
        for (const k in o) {
          if (isUnreadable(o, k, walk)) return unsure;
          switch (k) {
            case "street": if ((v13 = o["street"]) === undefined) return unsure; break;
            default: return unsure;
          }
        }
        if (v13 == null) return unsure;
        let j14 = v13;
        if (typeof j14 !== "string") {
          j14 = anyData.copy(j14, depth + 1);
          if (j14 === unsure) return unsure;
        }
        if (!(isSurelyAsLong(j14, c0, c3) || (c4.validate(j14, c5) === true && !c6(j14)))) return unsure;
        if (!(typeof j14 === "string")) return unsure;
        return { "street": j14 };
      }

      function make3(j) {
        const t = new c7();
        assign4(t, j);
        return t;
      }

      function assign4(t, j) {
        t["street"] = copyValue(j["street"]);
      }

      return { read: read0, assign: assign1 };
      "
    `)
  })

  it('holds names as quoted texts only, whatever they are [ADM-04]', () => {
    const name = '"];globalThis.broken = true;//\u2028`${1}'
    class Hostile {}
    for (const decorate of [IsOptional(), IsString()]) decorate(Hostile.prototype, name)
    const { text } = programOf(Hostile)
    expect(text.replaceAll(JSON.stringify(name), '')).not.toContain('broken')
    expect(globalThis).not.toHaveProperty('broken')
  })

  it('admits arguments of such names [ADM-04]', async () => {
    class Hostile {}
    for (const decorate of [IsString()]) decorate(Hostile.prototype, 'a"]\n//')
    expect(await refusalsOf(Hostile, { 'a"]\n//': 'x' })).toEqual([])
    expect(globalThis).not.toHaveProperty('broken')
  })

  it('closes over no rule of which it knows all there is to know [ADM-08]', () => {
    class Text {
      @IsString() text!: string
    }
    expect([...programOf(Text).constants]).toEqual([])
  })

  it('asks a rule of the author that has name and message of another [ADM-08]', async () => {
    class Looking {
      @rule('isString', (value) => value !== 'no', '$property must be a string') text!: string
    }
    expect(await refusalsOf(Looking, { text: 'no' })).toEqual(['text isString'])
    expect(await refusalsOf(Looking, { text: 'yes' })).toEqual([])
  })
})

describe('a class that is not compiled', () => {
  it('says which argument keeps it from that [ADM-08]', () => {
    class Trimmed {
      @Transform(({ value }) => String(value).trim()) @IsString() name!: string
    }
    class Sticky {
      @Matches(/a/y) name!: string
    }
    expect(argumentsOf(Trimmed).obstacle).toBe('Trimmed.name has a @Transform, which runs once')
    expect(argumentsOf(Sticky).obstacle).toContain('Sticky.name has a regular expression')
    expect(argumentsOf(Order).obstacle).toBeUndefined()
  })

  it('is one from the first answer on that comes later [ADM-08]', async () => {
    class Later {
      @rule('later', (value) => Promise.resolve(value !== 'no'), 'no') name!: string
    }
    const own = argumentsOf(Later)
    expect(own.obstacle).toBeUndefined()
    expect(await own.admit({ name: 'yes' })).toMatchObject({ status: 'admitted' })
    expect(await own.admit({ name: 'no' })).toMatchObject({ status: 'refused' })
    expect(own.obstacle).toBe('a rule of it answers later')
  })
})
