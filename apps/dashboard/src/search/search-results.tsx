import { useEffect, useRef } from 'react';
import { Money } from '../parts/money';
import { Status, type Tone } from '../parts/status';
import { useWords } from '../words/words';
import type { Group, Option } from './search-options';
import { searchWords, stateWords, type StateWord } from './search-words';

interface Props {
  readonly id: string;
  readonly groups: readonly Group[];
  readonly active: Option | undefined;
  readonly getId: (option: Option) => string;
  readonly onChoose: (option: Option) => void;
  readonly onOpen: (option: Option) => void;
}

/** The options under their headings; the active one is always in view. */
export function SearchResults({ id, groups, active, getId, onChoose, onOpen }: Props) {
  const say = useWords(searchWords);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.id]);
  return (
    <div ref={list} id={id} role="listbox" aria-label={say('results')} className="search-list">
      {groups.map(({ name, options }) => (
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <div id={`${id}-${name}`} className="search-group" role="presentation">
            {say(name)}
          </div>
          {options.map((option) => (
            <div
              key={option.id}
              id={getId(option)}
              role="option"
              aria-selected={option.id === active?.id}
              className="search-option"
              onPointerMove={() => {
                if (option.id !== active?.id) onChoose(option);
              }}
              // The focus stays in the input.
              onMouseDown={(event) => {
                event.preventDefault();
              }}
              onClick={() => {
                onOpen(option);
              }}
            >
              <OptionContent option={option} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

const feminine: readonly string[] = ['CHARGE', 'SUBSCRIPTION', 'DISPUTE', 'DELIVERY'];

const tones: Readonly<Record<StateWord, Tone>> = {
  PENDING: 'wait',
  PAID: 'good',
  EXPIRED: 'quiet',
  CANCELLED: 'quiet',
  FAILED: 'bad',
  REFUNDED: 'info',
  UNDER_DISPUTE: 'bad',
  CHARGED_BACK: 'bad',
  ACTIVE: 'good',
  INACTIVE: 'quiet',
  DISABLED: 'quiet',
  COMPLETE: 'good',
  NEEDS_ANSWER: 'bad',
  UNDER_REVIEW: 'wait',
  WON: 'good',
  LOST: 'quiet',
  DELIVERED: 'good',
  DROPPED: 'quiet',
  WAITING: 'wait',
  ATTACHED: 'good',
  RETURNING: 'wait',
  RETURNED: 'quiet',
};

function OptionContent({ option: { group, title, hint, status, amount } }: { readonly option: Option }) {
  const sayState = useWords(stateWords);
  const state = Object.keys(tones).find((name) => name === status) as StateWord | undefined;
  return (
    <>
      <span className="search-title">
        {title}
        {hint !== undefined && hint !== title && <span className="search-hint">{hint}</span>}
      </span>
      {state && <Status tone={tones[state]}>{sayState(state, { of: feminine.includes(group) ? 'f' : 'm' })}</Status>}
      {typeof amount === 'number' && (
        <span className="search-amount">
          <Money centavos={amount} />
        </span>
      )}
    </>
  );
}
