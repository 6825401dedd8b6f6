import { Client, credentials, type ChannelOptions } from '@grpc/grpc-js';
import { createCallStreams } from './call-streams';
import type { OutgoingCall } from './outgoing-call';
import type { RpcTls } from './rpc-tls';
import { requestBytesMax, responseBytesMax } from './service-definition';
import { sendUnary } from './unary-call';

const channelOptions: ChannelOptions = {
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  'grpc.service_config_disable_resolution': 1,
  // Reconnects fast to a restarted service; a refused connection on the same network costs next to nothing.
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 250,
  'grpc.dns_min_time_between_resolutions_ms': 1000,
  // Detects a peer that disappeared without closing the connection, also between calls.
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 5000,
  'grpc.keepalive_permit_without_calls': 1,
  'grpc.max_receive_message_length': responseBytesMax,
  'grpc.max_send_message_length': requestBytesMax,
  // Calls between services ignore the environment's proxy settings.
  'grpc.enable_http_proxy': 0,
  'grpc.enable_channelz': 0,
};

/** The way to the servers at one address. */
export interface Channel {
  /** Makes one attempt; the encoded answer. @throws Unanswered, or the AppError of the server */
  send(call: OutgoingCall): Promise<Buffer>;
  /** Closes the connection when it has no other user. */
  release(): void;
}

interface Shared {
  readonly channel: Channel;
  users: number;
}

/** By certificates and address: the typed clients of a process share streams, so that calls share messages. */
const channels = new Map<RpcTls | undefined, Map<string, Shared>>();

export function useChannel(address: string, tls: RpcTls | undefined): Channel {
  const ofTls = channels.get(tls) ?? new Map<string, Shared>();
  channels.set(tls, ofTls);
  const forget = (): void => {
    ofTls.delete(address);
    if (ofTls.size === 0) channels.delete(tls);
  };
  const shared = ofTls.get(address) ?? { channel: openChannel(address, tls), users: 0 };
  ofTls.set(address, shared);
  shared.users += 1;
  return {
    send: (call) => shared.channel.send(call),
    release: () => {
      shared.users -= 1;
      if (shared.users > 0) return;
      forget();
      shared.channel.release();
    },
  };
}

function openChannel(address: string, tls: RpcTls | undefined): Channel {
  const client = new Client(address, tls?.client ?? credentials.createInsecure(), channelOptions);
  const streams = createCallStreams(client);
  return {
    send: async (call) => (streams.takes(call) ? await streams.send(call) : undefined) ?? sendUnary(client, call),
    release: () => {
      streams.close();
      client.close();
    },
  };
}
