import { parseBrCode } from './br-code';
import { normalizePixKey, type PixKeyType } from './pix-key';

/** A key in the form of the DICT, or the BR Code of one charge, whose key only banks can read. */
export interface PixTarget {
  readonly type: PixKeyType;
  readonly key: string;
}

/** What is paid of a normalised key: of a BR Code with a key, the key in it. */
export function toPixTarget(type: PixKeyType, key: string): PixTarget {
  const inside = type === 'BR_CODE' ? parseBrCode(key).key : undefined;
  if (inside === undefined) return { type, key };
  const insideType = keyType(inside);
  return { type: insideType, key: normalizePixKey(insideType, inside) };
}

/** The form of a key in the DICT gives its type; a phone has its `+`. */
function keyType(key: string): PixKeyType {
  if (key.includes('@')) return 'EMAIL';
  if (key.startsWith('+')) return 'PHONE';
  if (key.length === 36) return 'RANDOM';
  return key.length === 14 ? 'CNPJ' : 'CPF';
}
