import {
  firstCompatibility,
  statementKinds,
  type Compatibility,
  statementMethods,
  type StatementKindName,
  type StatementMethodName,
} from '@pitanga/records';

/** AbacatePay has these words beside those of an entry; WITHDRAW is a word of both, with the meaning that a store chose. */
export const kindFilters = [...statementKinds, 'DEPOSIT', 'CARD_APPROVED'] as const;
export const methodFilters = [...statementMethods, 'PIX_QRCODE', 'INTERNAL'] as const;

export interface StatementWords {
  readonly kind?: (typeof kindFilters)[number] | undefined;
  readonly method?: (typeof methodFilters)[number] | undefined;
}

/** What the ledger filters by: any of these kinds, or every kind where none is named. */
interface EntryFilter {
  readonly kinds: readonly StatementKindName[];
  /** Those that bring money into the account that is read, or take it out of it. */
  readonly isDeposit?: boolean | undefined;
  readonly method?: StatementMethodName | undefined;
}

/** Kinds that bring money in. A transfer goes either way, so that the direction is asked for beside the kinds. */
const deposits = ['PAYMENT', 'SETTLEMENT', 'TRANSFER', 'ADVANCE', 'DISPUTE_RELEASE', 'RETURN', 'TOP_UP'] as const;
/** Kinds that take money out. */
const withdrawals = ['WITHDRAW', 'TRANSFER', 'REFUND', 'FEE', 'DISPUTE', 'CHARGEBACK'] as const;
/** Entries that move money within the store's accounts. */
const internal: readonly StatementKindName[] = ['SETTLEMENT', 'ADVANCE'];

/** Undefined where no entry can be meant: a Pix approves no card. */
export function toEntryFilter({ kind, method }: StatementWords, compatibility: Compatibility): EntryFilter | undefined {
  const ofKind = kindFilter(kind, compatibility);
  const ofMethod = methodFilter(method);
  const kinds = intersection(ofKind.kinds, ofMethod.kinds);
  const methods = intersection(ofKind.methods, ofMethod.methods);
  if (kinds?.length === 0 || methods?.length === 0) return undefined;
  return { kinds: kinds ?? [], isDeposit: ofKind.isDeposit, method: methods?.[0] };
}

interface Meant {
  readonly isDeposit?: boolean;
  /** Absent: every one. */
  readonly kinds?: readonly StatementKindName[];
  readonly methods?: readonly StatementMethodName[];
}

function kindFilter(kind: StatementWords['kind'], compatibility: Compatibility): Meant {
  switch (kind) {
    case undefined:
      return {};
    case 'DEPOSIT':
      return { kinds: deposits, isDeposit: true };
    case 'WITHDRAW':
      return compatibility === firstCompatibility ? { kinds: [kind] } : { kinds: withdrawals, isDeposit: false };
    case 'CARD_APPROVED':
      return { kinds: ['PAYMENT'], methods: ['CARD'] };
    default:
      return { kinds: [kind] };
  }
}

function methodFilter(method: StatementWords['method']): Meant {
  switch (method) {
    case undefined:
      return {};
    case 'INTERNAL':
      return { kinds: internal };
    case 'PIX_QRCODE':
      return { methods: ['PIX'] };
    default:
      return { methods: [method] };
  }
}

function intersection<T>(one: readonly T[] | undefined, other: readonly T[] | undefined): readonly T[] | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.filter((each) => other.includes(each));
}
