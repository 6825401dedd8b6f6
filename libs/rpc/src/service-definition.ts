/** A ts-proto message's codec. Method syntax, so that the codec of one message is assignable to that of any. */
export interface MessageCodec<T> {
  encode(message: T): { finish(): Uint8Array };
  decode(input: Uint8Array): T;
}

/** One rpc, as ts-proto generates it with `outputServices=generic-definitions`. */
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

/** Whether a method, by its key, only reads: its call can be repeated, and has no effect that could be unknown. */
export function isReadMethod(key: string): boolean {
  return /^(get|list|resolve|find|search|export|quote|read)([A-Z]|$)/.test(key);
}

/** 4 MiB: four times the largest HTTP body, and small enough that one request cannot fill a process's memory. */
export const requestBytesMax = 4 * 1024 * 1024;

/**
 * 64 MiB: a page of a hundred records must fit when each is as large as the input limits allow, or its list could never
 * be read. The largest are checkouts of a hundred lines with the longest texts.
 */
export const responseBytesMax = 64 * 1024 * 1024;

/** grpc-js takes Buffers; this is a view of the encoder's bytes, not a copy. */
export function encodeMessage<T>(codec: MessageCodec<T>, message: T): Buffer {
  const bytes = codec.encode(message).finish();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** grpc-js passes bytes through: our own code encodes messages, so that a failure is a typed error. */
export function asBytes(bytes: Buffer): Buffer {
  return bytes;
}

/** The same for a server's definition of a method. */
export const byteCodecs = {
  requestSerialize: asBytes,
  requestDeserialize: asBytes,
  responseSerialize: asBytes,
  responseDeserialize: asBytes,
};
