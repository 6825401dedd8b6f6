import { UnstyledButton } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Icon } from '../parts/icon';
import { useStore } from '../session/store-context';
import { useWords } from '../words/words';
import { isOffered, navigation, navigationWords } from './navigation';
import { shellWords } from './shell-words';
import { storePages } from './store-pages';
import './search-button.css';

const load = async () => ({ default: (await import('../search/search-dialog')).SearchDialog });
const SearchDialog = lazy(load);

const paths = new Set(storePages.map(({ path }) => path));
const isMac = navigator.userAgent.includes('Mac');

/** Looks like a field and opens the search, also by Ctrl-K; the search is loaded when it is first wanted. */
export function SearchButton() {
  const say = useWords(shellWords);
  const sayPage = useWords(navigationWords);
  const store = useStore();
  const [isOpen, setOpen] = useState<boolean>();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k')
        return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
    };
  }, []);
  const pages = navigation
    .flat()
    .filter((entry) => isOffered(entry, store))
    .map(({ path, name }) => ({ path, name: sayPage(name) }));
  return (
    <>
      <UnstyledButton
        className="search-button"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => void load()}
        onClick={() => {
          setOpen(true);
        }}
      >
        <Icon name="search" />
        <span className="search-word">{say('search')}</span>
        <kbd aria-hidden="true">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </UnstyledButton>
      {isOpen !== undefined && (
        <Suspense>
          <SearchDialog
            isOpen={isOpen}
            onClose={() => {
              setOpen(false);
            }}
            pages={pages}
            paths={paths}
          />
        </Suspense>
      )}
    </>
  );
}
