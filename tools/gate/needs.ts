/** A program or font that tests use, the Debian package that brings it, and the file that proves it is there. */
export type Need = { package: string; proof: string };

/** The real parts that tests run against. Paths are those of Debian 12 and Ubuntu 24.04. */
export const needs: readonly Need[] = [
  { package: 'chromium', proof: '/usr/bin/chromium' },
  { package: 'prosody', proof: '/usr/bin/prosody' },
  { package: 'apertium', proof: '/usr/bin/apertium' },
  { package: 'apertium-eng-spa', proof: '/usr/share/apertium/modes/eng-spa.mode' },
  { package: 'apertium-apy', proof: '/usr/bin/apertium-apy' },
  { package: 'redis-server', proof: '/usr/bin/redis-server' },
  { package: 'fonts-noto-cjk', proof: '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc' },
  { package: 'fonts-noto-color-emoji', proof: '/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf' },
];

/** What is known about the machine. */
export type Machine = { has: (file: string) => boolean; root: boolean; apt: boolean };

export type Plan =
  | { do: 'nothing' }
  | { do: 'install'; packages: string[] }
  | { do: 'tell'; sentence: string };

/** Decides how the missing needs get here: not at all, by installing, or by telling the user the one command. */
export function planNeeds(machine: Machine, wanted: readonly Need[] = needs): Plan {
  const packages = wanted.filter((need) => !machine.has(need.proof)).map((need) => need.package);
  if (packages.length === 0) return { do: 'nothing' };
  if (machine.apt && machine.root) return { do: 'install', packages };
  const list = packages.join(' ');
  if (machine.apt) {
    const command = `sudo apt-get update && sudo apt-get install --no-install-recommends -y ${list}`;
    return { do: 'tell', sentence: `The tests need ${packages.length} more packages. Run: ${command}` };
  }
  return {
    do: 'tell',
    sentence: `The tests run against real servers from Debian's packages, and these are missing here: ${list}. Run them on Debian or Ubuntu, for example: docker run --rm -it -v "$PWD":/parley -w /parley node:20-bookworm npm test`,
  };
}
