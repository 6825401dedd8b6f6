import { isAppError } from '@pitanga/core';
import { isNoAnswer, noAnswerSentence } from '@pitanga/provider-account';
import { userError } from '@pitanga/runtime/user-error';
import type { MadeReference } from '@pitanga/billing/conformance';

/** Each has a conformance suite: `test/<port>-provider.conformance.ts` of its app. */
export const ports = ['Pix', 'boleto', 'card', 'dispute', 'payout'] as const;
export type Port = (typeof ports)[number];

/** One rule of a port's conformance suite: ready to run, or why this sandbox cannot try it. */
export interface SandboxRule {
  readonly title: string;
  readonly check: (() => Promise<void>) | string;
}

interface RunSuite {
  readonly rules: readonly SandboxRule[];
  /** What of the account keeps the suite from being tried, asked at the sandbox. */
  readonly refusal?: () => Promise<string | undefined>;
}

/** A suite whose every rule is run. @param underTest what the rules take */
export function wholeSuite<Subject>(
  rules: readonly { readonly title: string; readonly check: (underTest: Subject) => Promise<void> }[],
  underTest: Subject,
): RunSuite {
  return { rules: rules.map(({ title, check }) => ({ title, check: () => check(underTest) })) };
}

/** The suite of a port at a sandbox, or why none of it is tried. A port that is forgotten does not compile. */
export type Suites = Readonly<Record<Port, RunSuite | string>>;

/** What became of something that a run made; ABSENT: the provider never had it, or it goes with something else. */
export type Removal = 'CLOSED' | 'ABSENT' | { readonly stays: string };

/** A provider's public sandbox, as the check sees it. */
export interface Sandbox {
  /** E.g. `Asaas`. */
  readonly name: string;
  /** Why nothing can be tried, in one sentence; undefined when it answers and takes the credentials. */
  connect(): Promise<string | undefined>;
  readonly suites: Suites;
  /** What else the suites need and a sandbox cannot do, one sentence each. */
  readonly notTried: readonly string[];
  /** Closes something of the run. */
  remove(made: MadeReference): Promise<Removal>;
  /** Never shown: they are cut out of everything that is written. */
  readonly secrets: readonly string[];
  close(): void;
}

/** Where tests have a stand-in instead. */
export interface SandboxAddresses {
  readonly baseUrl?: string | undefined;
  readonly tokenUrl?: string | undefined;
  /** Of boletos. */
  readonly chargesUrl?: string | undefined;
  /** PEM of its authority. */
  readonly ca?: string | undefined;
}

/** @throws UserError for another address than one of this machine: the addresses of sandboxes are known */
export function requireThisMachine(addresses: SandboxAddresses): void {
  for (const address of [addresses.baseUrl, addresses.tokenUrl, addresses.chargesUrl]) {
    if (address === undefined || URL.parse(address)?.hostname === '127.0.0.1') continue;
    throw userError(
      '--base-url, --token-url and --charges-url are for a stand-in at 127.0.0.1: the address of the sandbox is known.',
    );
  }
}

/** The networks in which a sandbox may be beside public ones. */
export function rangesFor({ baseUrl }: SandboxAddresses): readonly string[] {
  return baseUrl === undefined ? [] : ['127.0.0.0/8'];
}

/** Why a call failed, in one sentence. */
export function sayWhyNot(error: unknown): string {
  if (!isAppError(error)) throw error;
  return isNoAnswer(error.cause) ? noAnswerSentence(error.cause) : error.message;
}

const pollMsFirst = 100;
const pollMsMax = 2_000;

/** What `read` answers once it answers something, as a payment that the sandbox makes takes its time. */
export async function pollFor<T>(what: string, forMs: number, read: () => Promise<T | undefined>): Promise<T> {
  const endMs = performance.now() + forMs;
  for (let waitMs = pollMsFirst; ; waitMs = Math.min(waitMs * 2, pollMsMax)) {
    const found = await read();
    if (found !== undefined) return found;
    if (performance.now() > endMs) throw new Error(`${what} did not come within ${String(forMs / 1_000)} s`);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
