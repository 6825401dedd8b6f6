import { once } from 'node:events';
import { connect as connectTcp, createServer, type AddressInfo } from 'node:net';
import { allMisbehaviours, webhookReceiver, type Misbehaviour, type ReceiverCertificate } from '@pitanga/testing';
import fc from 'fast-check';
import { isAllowedAddress } from '../src/address';
import { createEgress, type Egress } from '../src/egress';
import { EgressError } from '../src/egress-error';

const policy = { allowLoopback: true, requireHttps: false };
const strict = { allowLoopback: false, requireHttps: false };
const open: Egress[] = [];

afterEach(async () => {
  for (const egress of open.splice(0)) await egress.close();
});

function egress(options?: Parameters<typeof createEgress>[0]): Egress {
  const made = createEgress(options);
  open.push(made);
  return made;
}

/** The status of a POST, how its body ended and how much of it was kept, or why there is none. */
async function toOutcome(sender: Egress, url: string, timeoutMs = 5_000): Promise<string> {
  try {
    const sent = await sender.send({ url, method: 'POST', headers: {}, body: '{}', timeoutMs, policy });
    return `${String(sent.status)} ${sent.bodyEnd} ${String(sent.responseHead.length)}`;
  } catch (error) {
    return error instanceof EgressError ? error.outcome : String(error);
  }
}

describe('TLS', () => {
  afterEach(() => {
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  });

  it.each<[ReceiverCertificate, string]>([
    ['trusted', '200 complete 0'],
    ['self-signed', 'tls'],
    ['expired', 'tls'],
    ['wrong host', 'tls'],
  ])('is verified, whatever the environment says: a certificate that is %s', async (certificate, outcome) => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    const receiver = await webhookReceiver([200], { certificate });
    expect(await toOutcome(egress({ ca: receiver.ca ?? '' }), receiver.url)).toBe(outcome);
    expect(receiver.seen).toHaveLength(outcome === 'tls' ? 0 : 1);
    await receiver.close();
  });
});

describe('a connection whose other end is gone before its address can be read', () => {
  it('is a failed one, which is tried again, and not a forbidden address', async () => {
    const receiver = await webhookReceiver([200], { certificate: 'trusted' });
    // Hands the whole handshake of the receiver over and resets at once.
    const between = createServer((client) => {
      const receiving = connectTcp(Number(new URL(receiver.url).port), '127.0.0.1');
      client.on('error', () => undefined).pipe(receiving.on('error', () => undefined));
      receiving.once('data', (handshake) => {
        client.write(handshake);
        client.resetAndDestroy();
        receiving.destroy();
      });
    }).listen(0, '127.0.0.1');
    await once(between, 'listening');
    const { port } = between.address() as AddressInfo;
    const url = receiver.url.replace(/:\d+/, `:${String(port)}`);
    const outcome = await toOutcome(egress({ ca: receiver.ca ?? '' }), url);
    between.close();
    await receiver.close();
    expect(outcome).toBe('connect');
  });
});

describe('the proxy settings of the process', () => {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'NODE_USE_ENV_PROXY'];
  afterEach(() => {
    for (const name of names) Reflect.deleteProperty(process.env, name);
  });

  it('are not read: no request, and no header of one, reaches the proxy', async () => {
    const [proxy, receiver] = [await webhookReceiver(), await webhookReceiver()];
    for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : proxy.url;
    expect(await toOutcome(egress(), receiver.url)).toBe('200 complete 0');
    expect([proxy.seen.length, receiver.seen.length]).toEqual([0, 1]);
    await proxy.close();
    await receiver.close();
  });
});

describe('a receiver that misbehaves', () => {
  const outcomes: Record<Misbehaviour, string> = {
    hang: 'timeout',
    'hang in the body': '200 timeout 6',
    reset: 'connect',
    'reset in the body': '200 broken 6',
    close: 'connect',
    drip: '200 timeout',
    'endless body': '200 cut 16384',
    'gzip bomb': '200 cut 16384',
    'huge headers': 'protocol',
    garbage: 'protocol',
    'switch protocols': 'connect',
    'unprintable answer': '500 complete 6',
  };

  it.each(allMisbehaviours)('costs its time and 16 KiB at most: %s', async (how) => {
    const receiver = await webhookReceiver([how]);
    const neverEnds = how === 'hang' ? 1_000 : how === 'hang in the body' || how === 'drip' ? 4_000 : 30_000;
    const outcome = await toOutcome(egress(), receiver.url, neverEnds);
    expect(how === 'drip' ? outcome.replace(/ \d+$/, '') : outcome).toBe(outcomes[how]);
    await receiver.close();
  });
});

describe('IPv4 addresses inside of IPv6 ones', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const hex = (high: number, low: number): string => ((high << 8) | low).toString(16);

  it('are refused in every form, public ones too, for no public endpoint is reached only that way', () => {
    fc.assert(
      fc.property(byte, byte, byte, byte, (a, b, c, d) => {
        const [high, low] = [hex(a, b), hex(c, d)];
        const dotted = [a, b, c, d].join('.');
        const forms = [
          `::${dotted}`,
          `::${high}:${low}`,
          `::ffff:${dotted}`,
          `::ffff:${high}:${low}`,
          `0:0:0:0:0:ffff:${high}:${low}`,
          `::ffff:0:${dotted}`,
          `64:ff9b::${dotted}`,
          `64:ff9b:1::${high}:${low}`,
          `2002:${high}:${low}::1`,
          `2001:0:${high}:${low}::`,
          `2001:470:1:2:0:5efe:${high}:${low}`,
          `2001:470:1:2:200:5efe:${high}:${low}`,
          `fe80::5efe:${dotted}`,
        ];
        for (const form of forms) expect([form, isAllowedAddress(form, strict)]).toEqual([form, false]);
      }),
    );
  });
});
