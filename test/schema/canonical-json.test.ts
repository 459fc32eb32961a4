import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { canonicalJson } from '../../src/schema/canonical-json.js'

const json = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' })

describe('canonicalJson', () => {
  it('writes the example of RFC 8785, section 3.2.3', () => {
    const value = {
      numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"\/',
      literals: [null, true, false],
    }
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  it('sorts members by UTF-16 code units, as in RFC 8785, section 3.2.3', () => {
    const members = ['\u20ac', '\r', '\ufb33', '1', '😀', '\u0080', '\u00f6']
    const text = canonicalJson(Object.fromEntries(members.map((key) => [key, 0])))
    expect(Object.keys(JSON.parse(text) as object)).toEqual([
      '1',
      '\r',
      '\u0080',
      'ö',
      '€',
      '😀',
      '\ufb33',
    ])
  })

  it.each([
    [
      'weird',
      {
        '\u20ac': 'Euro Sign',
        '\r': 'Carriage Return',
        '\u000a': 'Newline',
        '1': 'One',
        '\u0080': 'Control\u007f',
        '\ud83d\ude02': 'Smiley',
        '\u00f6': 'Latin Small Letter O With Diaeresis',
        '\ufb33': 'Hebrew Letter Dalet With Dagesh',
        '</script>': 'Browser Challenge',
      },
      '{"\\n":"Newline","\\r":"Carriage Return","1":"One","</script>":"Browser Challenge",' +
        '"\u0080":"Control\u007f","\u00f6":"Latin Small Letter O With Diaeresis",' +
        '"\u20ac":"Euro Sign","\ud83d\ude02":"Smiley","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    ],
    [
      'structures',
      {
        '1': { f: { f: 'hi', F: 5 }, '\n': 56.0 },
        '10': {},
        '': 'empty',
        a: {},
        '111': [{ e: 'yes', E: 'no' }],
        A: {},
      },
      '{"":"empty","1":{"\\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{"E":"no","e":"yes"}],"A":{},"a":{}}',
    ],
    ['arrays', [56, { d: true, '10': null, '1': [] }], '[56,{"1":[],"10":null,"d":true}]'],
    ['unicode', { 'Unnormalized Unicode': 'A\u030a' }, '{"Unnormalized Unicode":"A\u030a"}'],
  ])('writes the published test data of RFC 8785, "%s"', (_name, value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })

  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('writes the number %s of RFC 8785, appendix B, as %s', (bits, text) => {
    expect(canonicalJson(Buffer.from(bits, 'hex').readDoubleBE())).toBe(text)
  })

  it('writes a lone surrogate as its escape', () => {
    expect(canonicalJson(['\ud83d', '😀'])).toBe('["\\ud83d","😀"]')
  })

  it('leaves out members that are undefined', () => {
    expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}')
  })

  it('keeps a member named __proto__', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"b":1,"a":2}}'))).toBe(
      '{"__proto__":{"a":2,"b":1}}',
    )
  })

  it.each([
    ['a function', () => 1],
    ['a symbol', Symbol('a')],
    ['a bigint', 1n],
    ['NaN', Number.NaN],
    ['an infinity', -Infinity],
    ['undefined in an array', [undefined]],
    ['a hole in an array', new Array(1)],
    ['a date', new Date(0)],
    ['a map', new Map()],
  ])('refuses %s', (_kind, value) => {
    expect(() => canonicalJson({ value })).toThrow(TypeError)
  })

  it('refuses a cycle, and writes what stands twice', () => {
    const cycle: unknown[] = []
    cycle.push({ cycle })
    expect(() => canonicalJson(cycle)).toThrow('canonicalJson: a cycle is not JSON.')
    const twice = { a: 1 }
    expect(canonicalJson([twice, twice])).toBe('[{"a":1},{"a":1}]')
  })

  it('does not overflow the stack on deep input', () => {
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level += 1) deep = level % 2 === 0 ? [deep] : { a: deep }
    expect(canonicalJson(deep)).toHaveLength(400_001)
  })

  it('is a fixed point of parsing', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = canonicalJson(value)
        expect(canonicalJson(JSON.parse(text))).toBe(text)
      }),
    )
  })

  it('says what JSON.stringify says, but for the order of members', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('does not depend on the order of members', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), json), (object) => {
        const reversed = Object.fromEntries(Object.entries(object).toReversed())
        expect(canonicalJson(reversed)).toBe(canonicalJson(object))
      }),
    )
  })
})
