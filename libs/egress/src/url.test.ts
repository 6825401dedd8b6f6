import { checkUrl, requestTarget } from './url';

const strict = { allowLoopback: false, requireHttps: false };

/** Refused by their text alone, without a name server. */
const hostile: readonly (readonly [url: string, refusal: string])[] = [
  ['http://127.0.0.1/', 'address'],
  ['http://127.0.0.1./', 'address'],
  ['http://127.1/', 'address'],
  ['http://0x7f.1/', 'address'],
  ['http://0x7f000001/', 'address'],
  ['http://2130706433/', 'address'],
  ['http://0177.0.0.1/', 'address'],
  ['http://①②⑦.0.0.1/', 'address'],
  ['http://127。0。0。1/', 'address'],
  ['http://%31%32%37.0.0.1/', 'address'],
  ['http:\\\\127.0.0.1\\', 'address'],
  ['http:127.0.0.1', 'address'],
  ['http://0/', 'address'],
  ['http://0.0.0.0/', 'address'],
  ['http://10.0.0.1/', 'address'],
  ['http://100.64.0.1/', 'address'],
  ['http://100.100.100.200/', 'address'],
  ['http://169.254.169.254/latest/meta-data/', 'address'],
  ['http://2852039166/', 'address'],
  ['http://172.16.0.1/', 'address'],
  ['http://172.31.255.255/', 'address'],
  ['http://192.0.0.1/', 'address'],
  ['http://192.0.2.1/', 'address'],
  ['http://192.168.1.1/', 'address'],
  ['http://198.18.0.1/', 'address'],
  ['http://198.51.100.1/', 'address'],
  ['http://203.0.113.1/', 'address'],
  ['http://224.0.0.1/', 'address'],
  ['http://240.0.0.1/', 'address'],
  ['http://255.255.255.255/', 'address'],
  ['http://168.63.129.16/', 'address'],
  ['http://[::]/', 'address'],
  ['http://[::1]/', 'address'],
  ['http://[0:0:0:0:0:0:0:1]/', 'address'],
  ['http://[::ffff:127.0.0.1]/', 'address'],
  ['http://[::ffff:7f00:1]/', 'address'],
  ['http://[::ffff:0:127.0.0.1]/', 'address'],
  ['http://[::7f00:1]/', 'address'],
  ['http://[::5efe:7f00:1]/', 'address'],
  ['http://[2001:470:1:2:0:5efe:127.0.0.1]/', 'address'],
  ['http://[2001:470:1:2:200:5efe:10.0.0.1]/', 'address'],
  ['http://[64:ff9b::7f00:1]/', 'address'],
  ['http://[64:ff9b:1::a00:1]/', 'address'],
  ['http://[2002:7f00:1::]/', 'address'],
  ['http://[2001:0:7f00:1::]/', 'address'],
  ['http://[2001:db8::1]/', 'address'],
  ['http://[3fff::1]/', 'address'],
  ['http://[5f00::1]/', 'address'],
  ['http://[100::1]/', 'address'],
  ['http://[fc00::1]/', 'address'],
  ['http://[fd00:ec2::254]/', 'address'],
  ['http://[fe80::1]/', 'address'],
  ['http://[fec0::1]/', 'address'],
  ['http://[ff02::1]/', 'address'],
  ['http://[fe80::1%25eth0]/', 'malformed'],
  ['http://localhost/', 'address'],
  ['http://LOCALHOST./', 'address'],
  ['http://api.localhost:5432/', 'address'],
  ['http://user:secret@example.com/', 'credentials'],
  ['http://example.com@127.0.0.1/', 'credentials'],
  ['http://example.com:0/', 'port'],
  ['http://example.com:99999/', 'malformed'],
  ['ftp://example.com/', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['gopher://example.com/', 'scheme'],
  ['javascript:alert(1)', 'scheme'],
  ['data:text/plain,hi', 'scheme'],
  ['//example.com/', 'malformed'],
  ['example.com', 'malformed'],
  ['', 'malformed'],
  ['http://', 'malformed'],
  ['http://exa mple.com/', 'malformed'],
  ['ht\ntp://127.0.0.1/', 'malformed'],
  ['http://127.0.\t0.1/', 'malformed'],
];

describe('judging a URL by its text', () => {
  it.each(hostile)('refuses %j', (url, refusal) => {
    expect(checkUrl(url, strict)).toEqual({ allowed: false, refusal });
  });

  it.each(['https://example.com/hook', 'http://8.8.8.8:8080/', 'https://[2606:4700::1111]/', 'https://exämple.com/'])(
    'accepts %s',
    (url) => {
      expect(checkUrl(url, strict).allowed).toBe(true);
    },
  );

  it('refuses plain http where https is required', () => {
    expect(checkUrl('http://example.com/', { ...strict, requireHttps: true })).toEqual({
      allowed: false,
      refusal: 'https_required',
    });
  });

  it('opens loopback and the named ranges only to a policy that says so', () => {
    const dev = { ...strict, allowLoopback: true, allowedRanges: ['172.18.0.0/16'] };
    for (const url of ['http://127.0.0.1:9/', 'http://[::1]/', 'http://localhost/', 'http://172.18.3.4/']) {
      expect(checkUrl(url, dev).allowed).toBe(true);
    }
    for (const url of ['http://10.0.0.1/', 'http://172.19.0.1/', 'http://[::ffff:127.0.0.1]/', 'http://0.0.0.0/']) {
      expect(checkUrl(url, dev).allowed).toBe(false);
    }
  });

  it('sends the query of an endpoint byte for byte', () => {
    const text = 'https://example.com/a?webhookSecret=\'%7e"x"#fragment';
    expect(requestTarget(text, new URL(text))).toBe('/a?webhookSecret=\'%7e"x"');
  });
});
