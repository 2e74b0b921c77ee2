import { describe, expect, it } from 'vitest';
import { createTestEdge } from './testing/test-edge.ts';

describe('a query', () => {
  it.each([
    ['a=1&b=x+y%26z', { a: '1', b: 'x y&z' }],
    ['a.b=1&a.c.d=2', { a: { b: '1', c: { d: '2' } } }],
    ['list[0]=x&list[1]=y', { list: ['x', 'y'] }],
    ['list%5B0%5D.name=x&list%5B1%5D.name=y', { list: [{ name: 'x' }, { name: 'y' }] }],
    ['list=x&list=y', { list: ['x', 'y'] }],
    ['list[]=x', { list: ['x'] }],
    ['a.b.c.d.e.f=1', { a: { b: { c: { d: { e: { f: '1' } } } } } }],
    ['toString=1', { toString: '1' }],
    ['a=%ED%A0%80', { a: '%ED%A0%80' }],
    ['', {}],
  ])('%s is read', async (text, query) => {
    await using edge = await createTestEdge();
    const answer = await edge.app.inject({ url: `/query?${text}` });
    expect(answer.json()).toEqual(query);
  });

  it('leaves the prototype of objects as it is', async () => {
    await using edge = await createTestEdge();
    const answer = await edge.app.inject({
      url: '/query?__proto__.polluted=1&constructor.prototype.polluted=1',
    });
    expect(answer.statusCode).toBe(200);
    expect(({} as { polluted?: string }).polluted).toBeUndefined(); // what an attack would set
  });

  it.each([
    ['a query deeper than five', 'a.b.c.d.e.f.g=1'],
    ['a list of more than twenty', Array.from({ length: 21 }, () => 'a[]=1').join('&')],
    [
      'a query of more than a thousand parameters',
      Array.from({ length: 1_001 }, (_, n) => `a${n}=1`).join('&'),
    ],
  ])('%s is refused', async (_, text) => {
    await using edge = await createTestEdge();
    const answer = await edge.app.inject({ url: `/query?${text}` });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 400, data: { error: 'request.malformed' } });
  });

  it('accepts twenty values in a list and a thousand parameters', async () => {
    await using edge = await createTestEdge();
    const list = Array.from({ length: 20 }, (_, n) => `a[${n}]=${n}`).join('&');
    const wide = Array.from({ length: 999 }, (_, n) => `b${n}=1`).join('&');
    expect((await edge.app.inject({ url: `/query?${list}` })).json().a).toHaveLength(20);
    expect(Object.keys((await edge.app.inject({ url: `/query?${wide}` })).json())).toHaveLength(999);
  });
});
