/**
 * Looks for the proof that a domain is an owner's: a value that they publish in DNS, or in a file on the web server that
 * answers there at present.
 */
import { Resolver } from 'node:dns/promises';
import type { SplitDomainProblem } from '@parley/contract/split-domains';
import type { Network } from '../../../base/network.ts';

/** Before the value, so that a file that is there for another purpose isn't taken for a wrong one. */
export const proofPrefix = 'parley-verification=';

export const recordNameOf = (domain: string): string => `_parley.${domain}`;
/** The path of the file, under which a link domain that serves says so. */
export const filePath = '/.well-known/parley-verification.txt';
/** The file's address; without https it is looked for by http. */
export const fileUrlOf = (domain: string): string => `https://${domain}${filePath}`;

/**
 * The file of a domain that leads to this installation. It keeps a domain, as the owner's own file is gone once it leads
 * here; it gains none, as everybody's domain that leads here has it.
 */
export const servingText = (proof: string): string => proof.replace(proofPrefix, 'parley-serving=');

/** `proved`, or the reason why it isn't. */
export type ProofFinding = 'proved' | SplitDomainProblem;

export type ProofDeps = {
  network: Pick<Network, 'fetch'>;
  /** Of DNS, with their ports; null: the system's. */
  dnsServers: readonly string[] | null;
};

const dnsMs = 2_000;
const fileMs = 5_000;
const largestFile = 4_096;

/** The best of what was found: a domain that is proved in one way is. */
const best: readonly ProofFinding[] = ['proved', 'other-value', 'no-record', 'unreachable'];

/** `orServing`: takes it for proved, too, where the domain leads here. */
export async function findProof(
  deps: ProofDeps,
  { domain, proof }: { domain: string; proof: string },
  { orServing = false } = {},
): Promise<ProofFinding> {
  const inRecord = await inDns(deps, domain, proof);
  if (inRecord === 'proved') return inRecord;
  const findings = [
    inRecord,
    ...(await inFiles(deps, domain, orServing ? [proof, servingText(proof)] : [proof])),
  ];
  return best.find((finding) => findings.includes(finding)) ?? 'unreachable';
}

/** Is a proof that was there gone? While DNS is out of order it may be there still: a fault gives no domain to others. */
export async function isProofGone(
  deps: ProofDeps,
  { domain, proof }: { domain: string; proof: string },
): Promise<boolean> {
  const inRecord = await inDns(deps, domain, proof);
  if (inRecord === 'proved' || inRecord === 'unreachable') return false;
  return !(await inFiles(deps, domain, [proof])).includes('proved');
}

/** Looks for the file by https, and by http where that has no proof. */
async function inFiles(deps: ProofDeps, domain: string, proofs: readonly string[]): Promise<ProofFinding[]> {
  const findings: ProofFinding[] = [];
  for (const scheme of ['https', 'http']) {
    if (findings.includes('proved')) break;
    findings.push(await inFile(deps, `${scheme}://${domain}${filePath}`, proofs));
  }
  return findings;
}

async function inDns({ dnsServers }: ProofDeps, domain: string, proof: string): Promise<ProofFinding> {
  const resolver = new Resolver({ timeout: dnsMs, tries: 2 });
  if (dnsServers !== null) resolver.setServers(dnsServers);
  try {
    const records = await resolver.resolveTxt(recordNameOf(domain));
    return compared(
      records.map((pieces) => pieces.join('')),
      [proof],
    );
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // as Node documents it for its resolver
    return code === 'ENOTFOUND' || code === 'ENODATA' ? 'no-record' : 'unreachable';
  }
}

async function inFile({ network }: ProofDeps, url: string, proofs: readonly string[]): Promise<ProofFinding> {
  try {
    const answer = await network.fetch(url, {
      redirect: 'manual',
      answerLimit: largestFile,
      answerMs: fileMs,
    });
    if (answer.status !== 200) {
      await answer.body?.cancel();
      return 'no-record';
    }
    return compared((await answer.text()).split('\n'), proofs);
  } catch {
    return 'unreachable';
  }
}

function compared(values: readonly string[], proofs: readonly string[]): ProofFinding {
  const own = values.map((value) => value.trim());
  if (own.some((value) => proofs.includes(value))) return 'proved';
  return own.some((value) => value.startsWith(proofPrefix)) ? 'other-value' : 'no-record';
}
