import { useCallback, useEffect, useState } from 'react';
import type { RecordList } from '../../lists/record-list';

/** Why what is shown stands still: a button, the pointer or focus on the rows, a page that is scrolled down. */
type Hold = 'button' | 'rows' | 'scroll';

/** Deliveries change without an event of their own: their list is asked for this often. */
export const liveRefreshMs = 2_000;
const scrolledPx = 240;

/** The switch and the state of a watched list, whatever its rows are. */
export interface LiveControls {
  readonly isOn: boolean;
  readonly turn: (isOn: boolean) => void;
  readonly isHeld: boolean;
  readonly isPaused: boolean;
  /** Rows that came while it is held. */
  readonly waiting: number;
  readonly pause: (isPaused: boolean) => void;
  readonly release: () => void;
}

export interface LiveRows<Row> extends LiveControls {
  /** The list as it is shown: still while held. */
  readonly list: RecordList<Row>;
  readonly isFresh: (row: Row) => boolean;
  /** For the element around the rows. */
  readonly holdsOnRows: Readonly<Record<'onMouseEnter' | 'onMouseLeave' | 'onFocus' | 'onBlur', () => void>>;
}

/** A list that somebody watches: new rows are marked at its top, and nothing moves under the pointer. */
export function useLiveRows<Row extends { readonly id: string }>(
  list: RecordList<Row>,
  [isOn, setOn]: readonly [boolean, (isOn: boolean) => void],
): LiveRows<Row> {
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set());
  const [holds, setHolds] = useState<ReadonlySet<Hold>>(new Set());
  const [still, setStill] = useState<readonly Row[]>();
  const { rows } = list;
  const ids = rows.map(({ id }) => id);
  const set = useCallback(
    (hold: Hold, isHeld: boolean) => {
      const next = new Set(holds);
      if (isHeld) next.add(hold);
      else next.delete(hold);
      setHolds(next);
      setStill(next.size === 0 ? undefined : (before) => before ?? rows);
    },
    [holds, rows],
  );
  useScrollHold(isOn, holds, set);
  const isHeld = isOn && still !== undefined;
  const holdRows = (held: boolean) => () => {
    if (isOn) set('rows', held);
  };
  return {
    isOn,
    turn: (isNowOn) => {
      setKnown(new Set(ids));
      setHolds(new Set());
      setStill(undefined);
      setOn(isNowOn);
    },
    list: isHeld ? { ...list, rows: still } : list,
    isFresh: (row) => isOn && !known.has(row.id),
    isHeld,
    isPaused: holds.has('button'),
    waiting: isHeld
      ? waitingCount(
          ids,
          still.map(({ id }) => id),
        )
      : 0,
    pause: (isPaused) => {
      set('button', isPaused);
    },
    release: () => {
      setHolds(new Set());
      setStill(undefined);
      window.scrollTo({ top: 0 });
    },
    holdsOnRows: {
      onMouseEnter: holdRows(true),
      onMouseLeave: holdRows(false),
      onFocus: holdRows(true),
      onBlur: holdRows(false),
    },
  };
}

function useScrollHold(isOn: boolean, holds: ReadonlySet<Hold>, set: (hold: Hold, isHeld: boolean) => void): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const onScroll = () => {
      const isScrolled = window.scrollY > scrolledPx;
      if (isScrolled !== holds.has('scroll')) set('scroll', isScrolled);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
    };
  }, [isOn, holds, set]);
}

/** How many of the newest rows came after what is shown; those that "load more" brought at the end do not count. */
export function waitingCount(newest: readonly string[], shown: readonly string[]): number {
  const known = new Set(shown);
  const first = newest.findIndex((id) => known.has(id));
  return first === -1 ? newest.length : first;
}
