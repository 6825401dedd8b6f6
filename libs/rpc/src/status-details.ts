import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/**
 * `google.rpc.Status` with one `google.rpc.ErrorInfo`, the content of the `grpc-status-details-bin` trailer
 * (https://google.aip.dev/193). Encoded by hand: three small messages do not justify a dependency on googleapis.
 */
export interface StatusDetails {
  readonly code: number;
  readonly message: string;
  readonly reason: string;
  readonly domain: string;
  readonly metadata: Readonly<Record<string, string>>;
}

const errorInfoUrl = 'type.googleapis.com/google.rpc.ErrorInfo';

export function encodeStatusDetails(status: StatusDetails): Buffer {
  const info = text(text(new BinaryWriter(), 1, status.reason), 2, status.domain);
  for (const [key, value] of Object.entries(status.metadata)) {
    text(text(info.tag(3, WireType.LengthDelimited).fork(), 1, key), 2, value).join();
  }
  const encoded = text(new BinaryWriter().tag(1, WireType.Varint).int32(status.code), 2, status.message);
  text(encoded.tag(3, WireType.LengthDelimited).fork(), 1, errorInfoUrl);
  encoded.tag(2, WireType.LengthDelimited).bytes(info.finish()).join();
  return Buffer.from(encoded.finish());
}

function text(writer: BinaryWriter, field: number, value: string): BinaryWriter {
  return writer.tag(field, WireType.LengthDelimited).string(value);
}

/** Undefined for bytes without a Status or an ErrorInfo, which another kind of server sent. */
export function decodeStatusDetails(bytes: Uint8Array): StatusDetails | undefined {
  try {
    return readStatus(bytes);
  } catch {
    return undefined;
  }
}

function readStatus(bytes: Uint8Array): StatusDetails | undefined {
  let code = 0;
  let message = '';
  let info: Pick<StatusDetails, 'reason' | 'domain' | 'metadata'> | undefined;
  readFields(bytes, (field, reader) => {
    if (field === 1) code = reader.int32();
    else if (field === 2) message = reader.string();
    else if (field === 3) info = readErrorInfo(reader.bytes()) ?? info;
    else return false;
    return true;
  });
  return info && { code, message, ...info };
}

function readErrorInfo(any: Uint8Array): Pick<StatusDetails, 'reason' | 'domain' | 'metadata'> | undefined {
  const [url, value] = readPair(any);
  if (Buffer.from(url).toString() !== errorInfoUrl) return undefined;
  const info = { reason: '', domain: '', metadata: {} as Record<string, string> };
  readFields(value, (field, reader) => {
    if (field === 1) info.reason = reader.string();
    else if (field === 2) info.domain = reader.string();
    else if (field === 3) {
      const [key, text] = readPair(reader.bytes());
      info.metadata[Buffer.from(key).toString()] = Buffer.from(text).toString();
    } else return false;
    return true;
  });
  return info;
}

/** Any{type_url, value} and a map entry{key, value} have the same wire format. */
function readPair(bytes: Uint8Array): [Uint8Array, Uint8Array] {
  const pair: [Uint8Array, Uint8Array] = [new Uint8Array(), new Uint8Array()];
  readFields(bytes, (field, reader) => {
    if (field === 1) pair[0] = reader.bytes();
    else if (field === 2) pair[1] = reader.bytes();
    else return false;
    return true;
  });
  return pair;
}

/** Calls `read` for each field; skips those for which it returns false. */
function readFields(bytes: Uint8Array, read: (field: number, reader: BinaryReader) => boolean): void {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (!read(field, reader)) reader.skip(wireType, field);
  }
}
