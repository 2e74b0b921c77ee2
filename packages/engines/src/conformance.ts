/** Tests the engine port, in the same way for every engine against its real or loopback service. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { realHost } from './kit/fixtures/host.ts';
import type { Fault } from './kit/fixtures/loopback.ts';
import type { Engine, OpenEngine, Part, TranslateRequest } from './spec.ts';

export type EngineService<Settings> = {
  settings: Settings;
  setFault(fault: Fault | undefined): Promise<void>;
  /** Drops all connections or processes, and restarts the service. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  /** Returns how many of the engine's requests or processes are still open in the service. */
  held(): Promise<number> | number;
};

export type EngineHarness<Settings> = {
  engine: Engine<Settings>;
  start(): Promise<EngineService<Settings>>;
};

/** In ms. */
const patience = { timeout: 30_000, interval: 20 };

const link = 'https://example.com/a?b=[1]&c=2';

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** `service` and `engine` are recreated for each group of tests. */
type Stage<Settings> = {
  service(): EngineService<Settings>;
  engine(): OpenEngine;
  translate(parts: readonly Part[], more?: Partial<TranslateRequest>): Promise<string>;
};

function setUp<Settings>(harness: EngineHarness<Settings>): Stage<Settings> {
  let service: EngineService<Settings> | undefined;
  let engine: OpenEngine | undefined;
  beforeAll(async () => {
    service = await harness.start();
    engine = await harness.engine.open(service.settings, realHost);
  });
  afterEach(() => service?.setFault(undefined));
  afterAll(async () => {
    await engine?.close();
    await service?.stop();
  });
  const present = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The service did not start.');
    return value;
  };
  return {
    service: () => present(service),
    engine: () => present(engine),
    async translate(parts, more = {}) {
      const signal = AbortSignal.timeout(60_000);
      const request = { parts, source: 'en', target: 'es', context: [], signal, ...more };
      return (await present(engine).translate(request)).text;
    },
  };
}

export function describeEngine<Settings>(name: string, harness: EngineHarness<Settings>): void {
  describe(`${name}: conformance`, () => {
    const stage = setUp(harness);
    describe('translation', () => translation(stage));
    describe('texts', () => texts(stage));
    describe('kept parts', () => keptParts(stage));
    describe('hostile text', () => hostileText(stage));
    describe('very long text', () => megabyte(stage));
    describe('failures', () => failures(stage));
    describe('restarts', () => restarts(stage));
    describe('end', () => end(harness));
  });
}

function translation<Settings>({ engine, translate }: Stage<Settings>): void {
  it('translates English to Spanish and back', async () => {
    expect(await translate([{ text: 'The red car.' }])).toMatch(/coche rojo/i);
    expect(await translate([{ text: 'El coche rojo.' }], { source: 'es', target: 'en' })).toMatch(/red car/i);
  });

  it('accepts regional tags as their language', async () => {
    expect(await translate([{ text: 'the red car' }], { source: 'en-GB', target: 'es-MX' })).toMatch(
      /coche rojo/i,
    );
  });

  it('reports the pairs that it supports', async () => {
    expect(await engine().supports('en', 'es')).toBe(true);
    expect(await engine().supports('es', 'en-AU')).toBe(true);
    expect(await engine().supports('en', 'qtz')).toBe(false);
    expect(await engine().supports('en', 'not a tag')).toBe(false);
  });

  it('refuses a pair that it does not support', async () => {
    await expect(translate([{ text: 'the house' }], { target: 'qtz' })).rejects.toMatchObject({
      name: 'EngineError',
      failure: 'unsupported',
    });
  });
}

function texts<Settings>({ translate }: Stage<Settings>): void {
  it('returns empty and blank texts unchanged', async () => {
    expect(await translate([])).toBe('');
    expect(await translate([{ text: '' }])).toBe('');
    expect(await translate([{ text: ' \n ' }])).toBe(' \n ');
    expect(await translate([{ text: '?! …' }])).toBe('?! …');
  });

  it('preserves line breaks and the white space at both ends', async () => {
    const text = await translate([{ text: '  The red car.\n\nThe house.\r\nThe red car. ' }]);
    expect(text).toMatch(/^ {2}\S.*coche rojo.*\n\n\S.*casa.*\r\n\S.*coche rojo.* $/is);
    const withLink = await translate([
      { text: 'The house.\n' },
      { keep: link },
      { text: '\nThe red car.\n' },
    ]);
    expect(withLink).toMatch(/casa\.?\nhttps:\S+\n.*coche rojo\.?\n$/i);
  });

  it('gives each of 20 concurrent requests its own answer', async () => {
    const numbers = Array.from({ length: 20 }, (_, index) => index);
    const answers = await Promise.all(
      numbers.map((number) =>
        number % 2 === 0
          ? translate([{ text: 'The red car ' }, { keep: `<${number}>` }])
          : translate([{ text: 'La casa ' }, { keep: `<${number}>` }], { source: 'es', target: 'en' }),
      ),
    );
    for (const [number, answer] of answers.entries()) {
      expect(answer).toMatch(number % 2 === 0 ? /coche rojo/i : /house/i);
      expect(answer.match(/<\d+>/g)).toEqual([`<${number}>`]);
    }
  });

  it('translates 10,000 code points to their end', async () => {
    const sentence = 'The red car and the house. ';
    const text = await translate([
      { text: sentence.repeat(Math.floor(10_000 / sentence.length)) },
      { keep: link },
    ]);
    expect(occurrences(text.toLowerCase(), 'coche rojo')).toBe(370);
    expect(occurrences(text.toLowerCase(), 'casa')).toBe(370);
    expect(text.endsWith(link)).toBe(true);
  });
}

function keptParts<Settings>({ translate }: Stage<Settings>): void {
  const cases: [string, Part[]][] = [
    ['in the middle', [{ text: 'The red car ' }, { keep: link }, { text: ' and the house.' }]],
    [
      'adjacent',
      [{ text: 'The house ' }, { keep: '12' }, { keep: '34' }, { keep: '@ana' }, { text: ' please' }],
    ],
    ['at both ends', [{ keep: '@ana' }, { text: ' the red car ' }, { keep: '😀' }]],
    ['glued to words', [{ text: 'the house' }, { keep: '#42' }, { text: 'and' }, { keep: '$9' }]],
    ['alone', [{ keep: link }]],
    ['alone, several', [{ keep: '1' }, { text: ' ' }, { keep: '2' }, { text: '\n' }, { keep: '3' }]],
    [
      'that look like marks',
      [
        { text: 'The house ' },
        { keep: '⟦0⟧' },
        { text: ' [0] <span id="k0-0"> ' },
        { keep: '[1]' },
        { keep: '</span>' },
      ],
    ],
    [
      'with anything in them',
      [{ text: 'The house ' }, { keep: '\u0000\ud800\n\u202e' }, { text: ' please' }],
    ],
  ];
  it.each(cases)('returns each kept part exactly once: %s', async (_, parts) => {
    const text = await translate(parts);
    const kept = parts.flatMap((part) => ('keep' in part ? [part.keep] : []));
    const source = parts.map((part) => ('keep' in part ? part.keep : part.text)).join('');
    for (const part of kept) expect(occurrences(text, part)).toBe(occurrences(source, part));
    if (parts.every((part) => 'keep' in part || part.text.trim() === '')) expect(text).toBe(source);
  });
}

function hostileText<Settings>({ translate }: Stage<Settings>): void {
  const cases: [string, string][] = [
    [
      'the signs of stream formats and markup',
      'red car [ ] ^ $ / \\ @ < > { } * # ~ + & ; " \' ` | = _ % red car',
    ],
    [
      'what looks like structure',
      '[0] ⟦1⟧ ^red<adj>$ [[t:b:1]]car[[/]] </span><script>alert(1)</script> &amp; {{x}}',
    ],
    ['control characters', 'the\u0001 house\u0007 \u001b[31mred car\u001b[0m\u0008 \u007f'],
    ['lone surrogates', 'the house \ud83d red car \udc00'],
    ['right-to-left overrides', 'the \u202ehouse\u202c \u2066red car\u2069 \u200f'],
    ['NUL', 'the\0 house\0'],
    ['many scripts', 'the house 你好 привет שלום مرحبا 👩‍👩‍👧 é e\u0301'],
  ];
  it.each(cases)('translates hostile text without harm: %s', async (_, source) => {
    const text = await translate([{ text: source }, { keep: link }, { text: ' the house' }]);
    expect(text.isWellFormed()).toBe(true);
    expect(occurrences(text, link)).toBe(1);
    expect(text).toMatch(/casa/);
    for (const sign of source.match(/[[\]^$/\\@<>{}*#~+|=_⟦⟧\u202e\u2066]/g) ?? [])
      expect(text).toContain(sign);
  });
}

function megabyte<Settings>({ translate }: Stage<Settings>): void {
  it('survives a megabyte of emoji with an answer or a clean failure, and answers the next request', async () => {
    const outcome = await translate([{ text: `the house ${'😀'.repeat(262_144)}` }, { keep: link }]).catch(
      (error: unknown) => error,
    );
    if (typeof outcome === 'string') expect(occurrences(outcome, link)).toBe(1);
    else expect(outcome).toMatchObject({ name: 'EngineError' });
    expect(await translate([{ text: 'the house' }])).toMatch(/casa/);
  });
}

function failures<Settings>({ service, translate }: Stage<Settings>): void {
  const house = [{ text: 'the house' }];

  it.each([
    ['hang', 'timeout'],
    ['error', 'unavailable'],
    ['garbage', 'nonsense'],
    ['down', 'unavailable'],
  ] as const)('%s is %s, and passes when the service recovers', async (fault, failure) => {
    await translate(house);
    await service().setFault(fault);
    // Only the hanging service needs a short time limit.
    const signal = AbortSignal.timeout(fault === 'hang' ? 300 : 60_000);
    await expect(translate(house, { signal })).rejects.toMatchObject({ name: 'EngineError', failure });
    await service().setFault(undefined);
    expect(await translate(house)).toMatch(/casa/);
  });

  it('stops within 100 ms of an abort', async () => {
    await service().setFault('hang');
    // Takes the fastest of several rounds, to exclude the machine's other work.
    let fastest = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 10 && fastest >= 100; round += 1) {
      const control = new AbortController();
      const outcome = translate(house, { signal: control.signal }).catch((error: unknown) => error);
      await vi.waitUntil(async () => (await service().held()) > 0, patience);
      const abortedAt = performance.now();
      control.abort();
      expect(await outcome).toMatchObject({ failure: 'timeout' });
      fastest = Math.min(fastest, performance.now() - abortedAt);
      await vi.waitUntil(async () => (await service().held()) === 0, patience);
    }
    expect(fastest).toBeLessThan(100);
  });

  it('rejects a request that is aborted already', async () => {
    await expect(translate(house, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      failure: 'timeout',
    });
  });
}

function restarts<Settings>({ service, engine, translate }: Stage<Settings>): void {
  const house = [{ text: 'the house' }];

  it('works again after the service was restarted', async () => {
    await translate(house);
    await service().restart();
    await vi.waitFor(async () => expect(await translate(house)).toMatch(/casa/), patience);
    expect(await engine().supports('en', 'es')).toBe(true);
  });
}

function end<Settings>(harness: EngineHarness<Settings>): void {
  it('releases all resources when it is closed, even during a request', async () => {
    const service = await harness.start();
    try {
      const engine = await harness.engine.open(service.settings, realHost);
      const request = { source: 'en', target: 'es', context: [], signal: AbortSignal.timeout(60_000) };
      await engine.translate({ ...request, parts: [{ text: 'the house' }] });
      await service.setFault('hang');
      const outcome = engine
        .translate({ ...request, parts: [{ text: 'the red car' }] })
        .catch((error: unknown) => error);
      await vi.waitUntil(async () => (await service.held()) > 0, patience);
      await engine.close();
      expect(await outcome).toMatchObject({ name: 'EngineError' });
      await vi.waitUntil(async () => (await service.held()) === 0, patience);
    } finally {
      await service.stop();
    }
  });
}
