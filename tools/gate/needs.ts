/** A required program or font: the Debian package that has it, and a file that proves its presence. */
export type Need = { package: string; proof: string };

/** Apertium's English–Spanish: a small, real translation engine that requires no account. */
const apertium: readonly Need[] = [
  { package: 'apertium', proof: '/usr/bin/apertium' },
  { package: 'apertium-eng-spa', proof: '/usr/share/apertium/modes/eng-spa.mode' },
];

/** Real programs that tests run against. Paths are those of Debian 12 and Ubuntu 24.04. */
const servers: readonly Need[] = [
  { package: 'chromium', proof: '/usr/bin/chromium' },
  { package: 'chromium-headless-shell', proof: '/usr/bin/chromium-headless-shell' },
  { package: 'prosody', proof: '/usr/bin/prosody' },
  ...apertium,
  { package: 'apertium-apy', proof: '/usr/bin/apertium-apy' },
  { package: 'tinyproxy-bin', proof: '/usr/bin/tinyproxy' },
  { package: 'stunnel4', proof: '/usr/bin/stunnel4' },
  { package: 'microsocks', proof: '/usr/bin/microsocks' },
  { package: 'dnsmasq-base', proof: '/usr/sbin/dnsmasq' },
  { package: 'pgbouncer', proof: '/usr/sbin/pgbouncer' },
  { package: 'redis-server', proof: '/usr/bin/redis-server' },
  { package: 'fonts-noto-cjk', proof: '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc' },
  { package: 'fonts-noto-color-emoji', proof: '/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf' },
];

/** Environment variables that configure another engine, so that Apertium isn't needed. */
const engineVariables = ['OPENAI_BASE_URL', 'LIBRETRANSLATE_URL', 'APERTIUM_APY_URL'];

/** The packages that a command needs; `unless`: environment variables that make them unnecessary. */
export type Needs = { who: string; command: string; packages: readonly Need[]; unless: readonly string[] };

export const needsOf = {
  test: { who: 'The tests need', command: 'npm test', packages: servers, unless: [] },
  demo: {
    who: 'The demonstration needs',
    command: 'npm run demo',
    packages: apertium,
    unless: engineVariables,
  },
} as const satisfies Record<string, Needs>;

/** Facts about the machine. */
export type Machine = {
  has: (file: string) => boolean;
  root: boolean;
  apt: boolean;
  environment: Readonly<Record<string, string | undefined>>;
};

export type Plan =
  | { do: 'nothing' }
  | { do: 'install'; packages: string[] }
  | { do: 'tell'; sentence: string };

/** Decides how missing packages are installed: not at all, automatically, or by the user with one command. */
export function planNeeds(machine: Machine, needs: Needs): Plan {
  const packages = needs.packages.filter((need) => !machine.has(need.proof)).map((need) => need.package);
  if (packages.length === 0 || needs.unless.some((name) => machine.environment[name]))
    return { do: 'nothing' };
  if (machine.apt && machine.root) return { do: 'install', packages };
  const list = packages.join(' ');
  const otherwise = needs.unless.length > 0 ? ` Or name another engine by ${needs.unless.join(' or ')}.` : '';
  if (machine.apt) {
    const install = `sudo apt-get update && sudo apt-get install --no-install-recommends -y ${list}`;
    return { do: 'tell', sentence: `${needs.who} more packages. Run: ${install}${otherwise}` };
  }
  return {
    do: 'tell',
    sentence: `${needs.who} real programs from Debian's packages, and these are missing here: ${list}. Use Debian or Ubuntu, for example: docker run --rm -it -v "$PWD":/parley -w /parley node:20-bookworm ${needs.command}${otherwise}`,
  };
}
