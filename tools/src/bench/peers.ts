import { median } from './compare';
import { cpuEach, cpuOf, cpuSentence, cpuTotal, type Cpu } from './cpu';
import { createHttpCaller, type Call, type HttpCaller } from './http-caller';
import { killBillVersion, startKillBill, type KillBill } from './kill-bill';
import { steadyCallers, type Rate } from './ledger-load';
import { ms, type Bench } from './section';
import { isUserError } from '@pitanga/runtime/user-error';

/** A JVM takes longer than Node to compile what it runs. */
const warmUpSeconds = 10;
/** Kill Bill locks an account while it pays. */
const accounts = 64;

/**
 * The section `peers` of the benchmark, only when asked for: other open billing servers that registries carry, beside
 * ours on the same PostgreSQL in the same run, round by round.
 */
export async function benchPeers(bench: Bench): Promise<void> {
  let peer: KillBill;
  try {
    peer = await startKillBill(bench.platform);
  } catch (error) {
    if (!isUserError(error)) throw error;
    console.log(`Kill Bill: not run: needs ${error.message}`);
    return;
  }
  try {
    await besideKillBill(bench, peer);
  } finally {
    await peer.unit.stop();
  }
}

async function besideKillBill(bench: Bench, peer: KillBill): Promise<void> {
  const { platform } = bench;
  console.log(
    `beside Kill Bill ${killBillVersion} on the same PostgreSQL, ${String(bench.plan.connections)} callers by turns`,
  );
  const ours = createHttpCaller(platform.baseUrl, { authorization: `Bearer ${platform.demo.devKey}` });
  const theirs = createHttpCaller(peer.baseUrl, killBillHeaders);
  try {
    const theirAccounts = await openAccounts(theirs);
    const all = (): Cpu => cpuOf(platform, { killbill: peer.unit.pid() ?? NaN });
    const sides = {
      ours: { call: () => createCustomer(ours), cpu: ofOurs(all) },
      theirs: { call: () => createAccount(theirs), cpu: ofTheirs(all) },
    };
    await report('a customer | an account', sides, bench);
    let turn = 0;
    const pay = () => payAccount(theirs, theirAccounts[(turn += 1) % theirAccounts.length] ?? '');
    const paying = {
      ours: { call: () => createAndPay(ours), cpu: ofOurs(all) },
      theirs: { call: pay, cpu: ofTheirs(all) },
    };
    await report('a Pix charge made and paid, two requests | a payment, one request', paying, bench);
  } finally {
    ours.close();
    theirs.close();
  }
}

interface Side {
  readonly call: () => Promise<void>;
  readonly cpu: () => Cpu;
}

async function report(
  name: string,
  sides: { readonly ours: Side; readonly theirs: Side },
  bench: Bench,
): Promise<void> {
  const { connections, rounds, seconds } = bench.plan;
  for (const { call } of [sides.ours, sides.theirs]) await steadyCallers(call, connections, warmUpSeconds);
  const results: { ours: Measured; theirs: Measured }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const theirs = await measure(sides.theirs, connections, seconds);
    results.push({ ours: await measure(sides.ours, connections, seconds), theirs });
  }
  const [ours, theirs] = [middle(results.map((round) => round.ours)), middle(results.map((round) => round.theirs))];
  const times = results.map((round) => round.ours.perSecond / round.theirs.perSecond);
  console.log(`  ${name}: ${median(times).toFixed(1)} times as many a second`);
  for (const [side, of] of Object.entries({ ours, theirs })) {
    console.log(
      `    ${side.padEnd(6)} ${of.perSecond.toFixed(0)}/s, p50 ${ms(of.p50Ms)}, p99 ${ms(of.p99Ms)}; CPU for one ${cpuSentence(of.cpu)}`,
    );
  }
  bench.figures.add(`${name}: ours`, '/s', ours.perSecond);
  bench.figures.add(`${name}: theirs`, '/s', theirs.perSecond);
  bench.figures.add(`${name}: ours to theirs`, 'share', median(times), times);
  bench.figures.addCpu(
    `${name}: CPU of one of ours`,
    ours.cpu,
    results.map((round) => cpuTotal(round.ours.cpu)),
  );
  bench.figures.add(`${name}: CPU of one of theirs`, 'ms', cpuTotal(theirs.cpu));
}

interface Measured extends Rate {
  readonly cpu: Cpu;
}

async function measure({ call, cpu }: Side, callers: number, seconds: number): Promise<Measured> {
  const before = cpu();
  const rate = await steadyCallers(call, callers, seconds);
  return { ...rate, cpu: cpuEach(rate.calls, before, cpu()) };
}

function middle(rounds: readonly Measured[]): Measured {
  const found = [...rounds].sort((a, b) => a.perSecond - b.perSecond)[Math.floor(rounds.length / 2)];
  if (!found) throw new Error('nothing was measured');
  return found;
}

/** Everything that runs for us: all services, Kafka, the store of limits and PostgreSQL. */
function ofOurs(all: () => Cpu): () => Cpu {
  return () => Object.fromEntries(Object.entries(all()).filter(([name]) => name !== 'killbill'));
}

function ofTheirs(all: () => Cpu): () => Cpu {
  return () => Object.fromEntries(Object.entries(all()).filter(([name]) => ['killbill', 'postgres'].includes(name)));
}

function createCustomer(caller: HttpCaller): Promise<void> {
  const body = { email: 'ana@example.com', name: 'Ana' };
  return caller.send({ kind: 'customer', method: 'POST', path: '/v2/customers/create', body });
}

async function createAndPay(caller: HttpCaller): Promise<void> {
  let id = '';
  const data = { amount: 12_345, description: 'bench' };
  const create: Call = {
    kind: 'charge',
    method: 'POST',
    path: '/v2/transparents/create',
    body: { method: 'PIX', data },
  };
  await caller.send({ ...create, then: (charge) => (id = String(charge['id'])) });
  await caller.send({ kind: 'pay', method: 'POST', path: `/v2/transparents/simulate-payment?id=${id}`, body: {} });
}

const killBillHeaders = {
  authorization: `Basic ${Buffer.from('admin:password').toString('base64')}`,
  'x-killbill-createdby': 'bench',
  'x-killbill-apikey': 'bench',
  'x-killbill-apisecret': 'bench',
  accept: 'application/json',
};

function createAccount(caller: HttpCaller): Promise<void> {
  return caller.send({
    kind: 'account',
    method: 'POST',
    path: '/1.0/kb/accounts',
    body: { name: 'Ana', currency: 'BRL' },
  });
}

/** A tenant, and accounts that pay by a method that calls nobody outside, as our simulated provider. Answers their ids. */
async function openAccounts(caller: HttpCaller): Promise<readonly string[]> {
  const tenant = { apiKey: 'bench', apiSecret: 'bench' };
  await caller.send({ kind: 'tenant', method: 'POST', path: '/1.0/kb/tenants', body: tenant });
  const ids = Array.from({ length: accounts }, () => crypto.randomUUID());
  const found: string[] = [];
  for (const externalKey of ids) {
    const body = { name: 'Ana', currency: 'BRL', externalKey };
    await caller.send({ kind: 'account', method: 'POST', path: '/1.0/kb/accounts', body });
    const read: Call = { kind: 'account', method: 'GET', path: `/1.0/kb/accounts?externalKey=${externalKey}` };
    await caller.send({ ...read, then: (_data, answer) => found.push(String(answer['accountId'])) });
    const path = `/1.0/kb/accounts/${String(found.at(-1))}/paymentMethods?isDefault=true`;
    const method = { pluginName: '__EXTERNAL_PAYMENT__', pluginInfo: {} };
    await caller.send({ kind: 'method', method: 'POST', path, body: method });
  }
  return found;
}

function payAccount(caller: HttpCaller, id: string): Promise<void> {
  const body = { transactionType: 'PURCHASE', amount: '123.45', currency: 'BRL' };
  return caller.send({ kind: 'payment', method: 'POST', path: `/1.0/kb/accounts/${id}/payments`, body });
}
