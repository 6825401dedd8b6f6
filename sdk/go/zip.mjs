// A zip as Go's module proxies have it: with Node alone, and the same bytes for the same files.
import { Buffer } from 'node:buffer';
import { crc32, deflateRawSync } from 'node:zlib';

/** 1985-10-26 08:15:00, as zip writes it. */
const [time, date] = [(8 << 11) | (15 << 5), ((1985 - 1980) << 9) | (10 << 5) | 26];
const [deflated, version, utf8] = [8, 20, 0x0800];

/** @param {readonly (readonly [name: string, content: Buffer])[]} files */
export function zip(files) {
  const chunks = [];
  const directory = [];
  let offset = 0;
  for (const [path, content] of files) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(content, { level: 9 });
    const common = fields(packed.length, content, name.length);
    const head = Buffer.concat([number(0x04034b50, 4), common, name]);
    directory.push(number(0x02014b50, 4), number(version, 2), common, Buffer.alloc(10), number(offset, 4), name);
    chunks.push(head, packed);
    offset += head.length + packed.length;
  }
  const index = Buffer.concat(directory);
  const counts = [number(files.length, 2), number(files.length, 2)];
  const end = [
    number(0x06054b50, 4),
    number(0, 4),
    ...counts,
    number(index.length, 4),
    number(offset, 4),
    number(0, 2),
  ];
  return Buffer.concat([...chunks, index, ...end]);
}

/** What a file's own header and the directory both have. */
function fields(packedLength, content, nameLength) {
  const shorts = [version, utf8, deflated, time, date].map((value) => number(value, 2));
  const longs = [crc32(content), packedLength, content.length].map((value) => number(value, 4));
  return Buffer.concat([...shorts, ...longs, number(nameLength, 2), number(0, 2)]);
}

function number(value, size) {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntLE(value, 0, size);
  return bytes;
}
