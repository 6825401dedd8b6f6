/**
 * Loaded into a service before its program (NODE_OPTIONS=--require): nothing it does leaves this machine, whatever
 * addresses drawn requests name. Every name is this machine's, and a socket to another address fails like one that
 * no server answers.
 */
const dns = require('node:dns');
const net = require('node:net');

const here = { address: '127.0.0.1', family: 4 };

function lookup(_hostname, options, callback) {
  const answered = typeof options === 'function' ? options : callback;
  const wantsAll = typeof options === 'object' && options !== null && options.all === true;
  process.nextTick(() => (wantsAll ? answered(null, [here]) : answered(null, here.address, here.family)));
}

dns.lookup = lookup;
dns.promises.lookup = (_hostname, options) => Promise.resolve(options?.all === true ? [here] : here);

const isHere = (host) => host === undefined || net.isIP(host) === 0 || /^(127\.|::1$|::ffff:127\.)/i.test(host);
const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function connectHere(...given) {
  const [first] = Array.isArray(given[0]) ? given[0] : given;
  const host = typeof first === 'object' && first !== null ? first.host : given[1];
  if (typeof host === 'string' && !isHere(host)) {
    const refusal = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
    process.nextTick(() => this.destroy(refusal));
    return this;
  }
  return connect.apply(this, given);
};
