const modules = 'apps/server/src/modules';

/** `rules`: the files to mutate. `tests`: the test files that must detect each mutant. */
export type Area = { rules: readonly string[]; tests: readonly string[] };

/** The rules on which money and privacy depend. */
export const areas: Readonly<Record<string, Area>> = {
  'fan-verdict': {
    rules: ['fan-verdict', 'service', 'queries', 'store'].map((file) => `${modules}/fans/${file}.ts`),
    tests: [`${modules}/fans/*.test.ts`],
  },
  leases: {
    rules: [`${modules}/characters/leased-blocks.ts`],
    tests: [`${modules}/characters/leased-blocks.test.ts`],
  },
  ledger: {
    rules: [
      'charge',
      'lease-source',
      'service',
      'store',
      'moves/store',
      'account-changes',
      'auto-allocation',
    ].map((file) => `${modules}/characters/${file}.ts`),
    tests: [
      `${modules}/characters/*.db.test.ts`,
      `${modules}/characters/moves/*.db.test.ts`,
      `${modules}/characters/auto-allocation.test.ts`,
    ],
  },
  'line-router': {
    rules: ['line-router', 'circuit-breaker', 'bulkhead'].map((file) => `${modules}/translation/${file}.ts`),
    tests: ['line-router', 'circuit-breaker', 'bulkhead'].map(
      (file) => `${modules}/translation/${file}.test.ts`,
    ),
  },
  inbound: {
    rules: ['inbound-message', 'customer-language', 'translation-outcome', 'service', 'store'].map(
      (file) => `${modules}/conversations/inbound/${file}.ts`,
    ),
    // Without the tests that start a server, which would take seconds per mutant.
    tests: [
      ...['inbound-message', 'customer-language', 'translation-outcome'].map((file) => `${file}.test.ts`),
      ...['service', 'store'].map((file) => `${file}.db.test.ts`),
    ].map((file) => `${modules}/conversations/inbound/${file}`),
  },
  'inbound-translation': {
    rules: [`${modules}/conversations/inbound/translate.ts`],
    tests: [`${modules}/conversations/inbound/translate.db.test.ts`],
  },
  'port-pool': {
    rules: [`${modules}/ports/pool.ts`],
    tests: [`${modules}/ports/pool.test.ts`],
  },
  ports: {
    // Without the queries: they serve screens only, and are covered by the tests of those pages.
    rules: ['service', 'store'].map((file) => `${modules}/ports/${file}.ts`),
    tests: [`${modules}/ports/*.test.ts`],
  },
  'platform-tokens': {
    rules: [`${modules}/channels/platform-tokens/token-times.ts`],
    tests: [`${modules}/channels/platform-tokens/token-times.test.ts`],
  },
  access: {
    rules: ['caller', 'admission', 'mount'].map((file) => `apps/server/src/base/http/${file}.ts`),
    tests: ['caller', 'admission', 'mount', 'declarations', 'workspace-limits', 'file-answer'].map(
      (file) => `apps/server/src/base/http/${file}.test.ts`,
    ),
  },
};

/**
 * Returns the area with this name; with a file after it, as in `ledger/store`, only that rule file. Throws for an unknown area
 * or file.
 */
export function findArea(name: string): Area & { area: string } {
  const [key = '', ...path] = name.split('/');
  const area = areas[key];
  if (area === undefined)
    throw new Error(`There is no area "${key}": take ${Object.keys(areas).join(', ')}.`);
  if (path.length === 0) return { ...area, area: key };
  const rules = area.rules.filter((rule) => rule.endsWith(`/${path.join('/')}.ts`));
  if (rules.length === 0) throw new Error(`"${name}" is none of ${area.rules.join(', ')}.`);
  return { ...area, rules, area: key };
}
