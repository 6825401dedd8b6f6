import { Modal } from '@mantine/core';
import { useWords } from '../words/words';
import { SearchBox } from './search-box';
import { searchWords } from './search-words';
import type { SearchPage } from './use-search';
import './search.css';

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The pages of the navigation that the person may open. */
  readonly pages: readonly SearchPage[];
  /** Every path that has a page: an action without one is not offered. */
  readonly paths: ReadonlySet<string>;
}

/** One input that finds records, pages and actions. */
export function SearchDialog({ isOpen, onClose, pages, paths }: Props) {
  const say = useWords(searchWords);
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size={640} yOffset="10dvh" centered={false}>
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content aria-label={say('label')}>
        <div className="search-dialog">
          <SearchBox onClose={onClose} pages={pages} paths={paths} />
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
