/** A ts-proto message's codec. Method syntax on purpose: it lets a codec of one message stand for any. */
export interface MessageCodec<T> {
  encode(message: T): { finish(): Uint8Array };
  decode(input: Uint8Array): T;
}

/** What ts-proto generates for one rpc with `outputServices=generic-definitions`. */
export interface MethodDefinition {
  readonly name: string;
  readonly requestType: MessageCodec<unknown>;
  readonly requestStream: boolean;
  readonly responseType: MessageCodec<unknown>;
  readonly responseStream: boolean;
}

export interface ServiceDefinition {
  readonly name: string;
  /** With the package: `pitanga.billing.v1.CustomerService`. */
  readonly fullName: string;
  readonly methods: Readonly<Record<string, MethodDefinition>>;
}

type Decoded<C> = C extends { decode(input: Uint8Array): infer T } ? T : never;
export type RequestOf<M extends MethodDefinition> = Decoded<M['requestType']>;
export type ResponseOf<M extends MethodDefinition> = Decoded<M['responseType']>;

export function methodPath(definition: ServiceDefinition, method: MethodDefinition): string {
  return `/${definition.fullName}/${method.name}`;
}

/** 4 MiB: four times the largest body the edge takes, and no single request can fill a process's memory. */
export const requestBytesMax = 4 * 1024 * 1024;

/**
 * 64 MiB: a page of a hundred records must fit when each is as large as the limits of input allow, or its
 * list could never be read again. The largest are checkouts of a hundred lines with the longest texts.
 */
export const responseBytesMax = 64 * 1024 * 1024;

/** grpc-js wants Buffers; this is a view of the encoder's own bytes, not a copy. */
export function encodeMessage<T>(codec: MessageCodec<T>, message: T): Buffer {
  const bytes = codec.encode(message).finish();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** grpc-js gets and gives bytes: messages are coded by our own code, where a failure becomes a typed error. */
export function asBytes(bytes: Buffer): Buffer {
  return bytes;
}
