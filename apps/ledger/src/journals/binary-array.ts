import type { ColumnType } from '@pitanga/database';

/** Object ids of the element types that have an encoding here. */
const oids = {
  boolean: 16,
  bigint: 20,
  smallint: 21,
  int: 23,
  text: 25,
  json: 114,
  timestamptz: 1184,
  jsonb: 3802,
} as const;

/** Bytes of an element, for the types whose elements all have the same size. */
const widths: Readonly<Record<string, number>> = { boolean: 1, smallint: 2, int: 4, bigint: 8, timestamptz: 8 };
const maxima: Readonly<Record<string, number>> = { smallint: 2 ** 15 - 1, int: 2 ** 31 - 1 };

const headerBytes = 20;
const lengthBytes = 4;
const nullLength = -1;
/** UTF-8 of one UTF-16 unit. */
const bytesPerUnitMax = 3;
/** PostgreSQL counts microseconds from 2000. */
const epochMs = Date.UTC(2000, 0, 1);
const highWord = 2 ** 32;

/**
 * An array in PostgreSQL's binary format, which costs a fraction of the text format on both sides. A json or jsonb cell
 * is its text.
 * @throws Error for a type without an encoding, or a cell that is not of the type
 */
export function binaryArray(type: ColumnType, cells: readonly unknown[]): Buffer {
  if (!(type in oids)) throw new Error(`no binary encoding of ${type}`);
  const elementType = type as keyof typeof oids;
  const width = widths[elementType];
  const bodyBytes = width === undefined ? textBytesMax(cells) : cells.length * (lengthBytes + width);
  const buffer = Buffer.allocUnsafe(headerBytes + bodyBytes);
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  view.setInt32(0, cells.length === 0 ? 0 : 1);
  view.setInt32(4, cells.includes(null) ? 1 : 0);
  view.setInt32(8, oids[elementType]);
  if (cells.length === 0) return buffer.subarray(0, 12);
  view.setInt32(12, cells.length);
  // Arrays begin at 1.
  view.setInt32(16, 1);
  const end =
    width === undefined ? writeTexts(buffer, view, elementType, cells) : writeFixed(view, elementType, cells, width);
  return buffer.subarray(0, end);
}

function textBytesMax(cells: readonly unknown[]): number {
  let units = 0;
  for (const cell of cells) if (typeof cell === 'string') units += cell.length;
  // The version of the jsonb format is a byte before each text.
  return units * bytesPerUnitMax + cells.length * (lengthBytes + 1);
}

function writeTexts(buffer: Buffer, view: DataView, type: keyof typeof oids, cells: readonly unknown[]): number {
  let offset = headerBytes;
  for (const cell of cells) {
    const start = offset + lengthBytes;
    let end = start;
    if (typeof cell === 'string') {
      if (type === 'jsonb') buffer[end++] = 1;
      end += buffer.write(cell, end);
    } else if (cell !== null) throw new TypeError(`no ${type}: ${typeof cell}`);
    view.setInt32(offset, cell === null ? nullLength : end - start);
    offset = end;
  }
  return offset;
}

function writeFixed(view: DataView, type: keyof typeof oids, cells: readonly unknown[], width: number): number {
  let offset = headerBytes;
  for (const cell of cells) {
    view.setInt32(offset, cell === null ? nullLength : width);
    offset += lengthBytes;
    if (cell === null) continue;
    const value = Number(cell);
    // A DataView would wrap it silently.
    if (!Number.isSafeInteger(value) || Math.abs(value) > (maxima[type] ?? Infinity))
      throw new RangeError(`no ${type}: ${String(value)}`);
    writeNumber(view, offset, type, value);
    offset += width;
  }
  return offset;
}

function writeNumber(view: DataView, offset: number, type: keyof typeof oids, value: number): void {
  switch (type) {
    case 'boolean':
      view.setUint8(offset, value);
      return;
    case 'smallint':
      view.setInt16(offset, value);
      return;
    case 'int':
      view.setInt32(offset, value);
      return;
    case 'timestamptz':
      view.setBigInt64(offset, BigInt(value - epochMs) * 1_000n);
      return;
    default: {
      const high = Math.floor(value / highWord);
      view.setInt32(offset, high);
      view.setUint32(offset + 4, value - high * highWord);
    }
  }
}
