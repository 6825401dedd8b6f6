import { setTimeout as delay } from 'node:timers/promises';
import { billingInvariants } from '@pitanga/billing';
import type { Invariant } from '@pitanga/database';
import { everyTenant, systemClock } from '@pitanga/core';
import { findAuditBreaks, gatewayInvariants } from '@pitanga/gateway';
import { ledgerInvariants } from '@pitanga/ledger';
import { payoutsInvariants } from '@pitanga/payouts';
import { subscriptionsInvariants } from '@pitanga/subscriptions';
import { webhooksInvariants } from '@pitanga/webhooks';
import { serviceNames, type PerService } from '../platform/services';
import { crossChecks } from './cross-checks';
import { closeDatabases, openDatabases, type Databases } from './databases';
import type { CrossCheck, Violation } from './pairs';

const invariants: PerService<readonly Invariant[]> = {
  gateway: gatewayInvariants,
  billing: billingInvariants,
  subscriptions: subscriptionsInvariants,
  payouts: payoutsInvariants,
  webhooks: webhooksInvariants,
  ledger: ledgerInvariants,
};

/** What became of one check. */
export interface Finding {
  /** A service, or `all` for a rule across them. */
  readonly where: string;
  readonly check: string;
  readonly violations: readonly string[];
}

const shownPerCheck = 5;
/** A fact takes moments from one service to the next: what is wrong across them is looked at again. */
const looks = 3;
const pauseMs = 2_000;

/** Examines a platform and prints what was found; answers whether everything holds. */
export async function examinePlatform(env: NodeJS.ProcessEnv): Promise<boolean> {
  const databases = await openDatabases(env);
  try {
    const findings = await examine(databases);
    console.log(report(findings));
    return findings.every(({ violations }) => violations.length === 0);
  } finally {
    await closeDatabases(databases);
  }
}

/** Runs every check of every service, then those across them. */
export async function examine(databases: Databases, pause = pauseMs): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const where of serviceNames) {
    for (const { name: check, violations } of invariants[where]) {
      findings.push({ where, check, violations: await violations(databases[where], systemClock.real()) });
    }
  }
  // Not a statement: every hash is computed again.
  const breaks = await findAuditBreaks(databases.gateway, everyTenant);
  findings.push({ where: 'gateway', check: 'audit_log_is_whole', violations: breaks });
  for (const check of crossChecks) {
    const lasting = await findLasting(check, databases, pause);
    findings.push({ where: 'all', check: check.name, violations: lasting.map(({ text }) => text) });
  }
  return findings;
}

/** What is wrong about the same things at every look. */
export async function findLasting(
  check: CrossCheck,
  databases: Databases,
  pause: number,
): Promise<readonly Violation[]> {
  let found = await check.find(databases);
  for (let look = 1; look < looks && found.length > 0; look += 1) {
    await delay(pause);
    const before = new Set(found.map(({ about }) => about));
    found = (await check.find(databases)).filter(({ about }) => before.has(about));
  }
  return found;
}

/** The findings as a table for a person, with the first violations below each broken check. */
export function report(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ where, check, violations }) => {
    const count = violations.length;
    const result = count === 0 ? 'ok' : `${String(count)} ${count === 1 ? 'violation' : 'violations'}`;
    const more = count > shownPerCheck ? [`… and ${String(count - shownPerCheck)} more`] : [];
    const shown = [...violations.slice(0, shownPerCheck), ...more].map((text) => `    ${text}`);
    return [`${where.padEnd(15)}${check.padEnd(34)}${result}`, ...shown];
  });
  const broken = findings.filter(({ violations }) => violations.length > 0).length;
  const sum = broken === 0 ? 'all hold' : `${String(broken)} broken`;
  return [...lines, '', `${String(findings.length)} checks: ${sum}.`].join('\n');
}
