import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState, type KeyboardEvent } from 'react';
import { Icon } from '../parts/icon';
import { ProblemNotice } from '../parts/problem-notice';
import { useStore } from '../session/store-context';
import { useWords } from '../words/words';
import { keepRecent } from './recent';
import { groupOptions, neighbour, type Group, type Option } from './search-options';
import { SearchResults } from './search-results';
import { searchWords } from './search-words';
import { textMost, useFound, useKnown, usePlace, type SearchPage } from './use-search';

interface Props {
  readonly onClose: () => void;
  readonly pages: readonly SearchPage[];
  readonly paths: ReadonlySet<string>;
}

const typingMs = 200;

/** A combobox whose list stands below it: the focus stays in the input, the arrows move through the options. */
export function SearchBox({ onClose, pages, paths }: Props) {
  const say = useWords(searchWords);
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [chosen, choose] = useState<string>();
  const text = typed.trim();
  const { groups, isSearching, problem, retry } = useGroups(text, pages, paths);
  const open = useOpen(onClose);
  const options = groups.flatMap((group) => group.options);
  const active = options.find(({ id }) => id === chosen) ?? options[0];
  const optionId = (option: Option): string => `${listId}-${option.id.replace(/\W/g, '_')}`;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) choose(neighbour(options, active?.id, step)?.id);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) open(active);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="search-field">
        <Icon name="search" size={20} />
        <input
          type="text"
          role="combobox"
          aria-label={say('label')}
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active ? optionId(active) : undefined}
          placeholder={say('placeholder')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={textMost}
          data-autofocus
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            choose(undefined);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <SearchResults
        id={listId}
        groups={groups}
        active={active}
        getId={optionId}
        onChoose={(option) => {
          choose(option.id);
        }}
        onOpen={open}
      />
      <Outcome text={text} count={options.length} isSearching={isSearching} isFailed={problem !== null} />
      <ProblemNotice problem={problem} onRetry={retry} />
      <Keys />
    </>
  );
}

interface Search {
  readonly groups: readonly Group[];
  /** More may come. */
  readonly isSearching: boolean;
  readonly problem: Error | null;
  readonly retry: () => void;
}

/** What the text finds, once one has stopped typing. */
function useGroups(text: string, pages: readonly SearchPage[], paths: ReadonlySet<string>): Search {
  const [asked] = useDebouncedValue(text, typingMs);
  const known = useKnown(text, pages, paths);
  const { data = [], isFetching, error, refetch } = useFound(asked);
  const isCurrent = asked === text;
  return {
    groups: groupOptions([...known, ...(isCurrent ? data : [])]),
    isSearching: text !== '' && (!isCurrent || isFetching),
    problem: isCurrent && text !== '' ? error : null,
    retry: () => void refetch(),
  };
}

/** Opens an option and closes the search. */
function useOpen(onClose: () => void): (option: Option | undefined) => void {
  const { storePath } = useStore();
  const navigate = useNavigate();
  const place = usePlace();
  return (option) => {
    if (!option) return;
    // What is offered without a search needs no place among the recent results.
    if (option.group !== 'pages' && option.group !== 'actions') keepRecent(place, option);
    onClose();
    void navigate({ to: storePath(option.path), search: option.search ?? {} });
  };
}

interface OutcomeProps {
  readonly text: string;
  readonly count: number;
  readonly isSearching: boolean;
  readonly isFailed: boolean;
}

/** How many there are, also for those who do not see the list. */
function Outcome({ text, count, isSearching, isFailed }: OutcomeProps) {
  const say = useWords(searchWords);
  const isOver = text !== '' && !isSearching && !isFailed;
  const isNone = isOver && count === 0;
  return (
    <>
      <p className="search-note" role="status">
        {isSearching ? say('searching') : isNone ? say('none', { text }) : isOver ? say('found', { count }) : ''}
      </p>
      {isNone && <p className="search-note">{say('noneHint')}</p>}
    </>
  );
}

function Keys() {
  const say = useWords(searchWords);
  return (
    <p className="search-keys" aria-hidden="true">
      <kbd className="key-up">
        <Icon name="down" size={12} />
      </kbd>{' '}
      <kbd>
        <Icon name="down" size={12} />
      </kbd>{' '}
      {say('move')} <kbd>Enter</kbd> {say('open')} <kbd>Esc</kbd> {say('leave')}
    </p>
  );
}
