import { useEffect, useRef } from 'react';
import type { Permission } from '../session/store-context';
import { useStore } from '../session/store-context';
import { StoreLink } from './store-link';

export interface PageTab {
  /** A path below the open store. */
  readonly path: string;
  readonly name: string;
  /** Shown to whom has one of these; to everybody without. */
  readonly needs?: readonly Permission[];
  /** Other tabs are below its path. */
  readonly isExact?: boolean;
}

interface Props {
  /** Said to screen readers: "Desenvolvedores". */
  readonly label: string;
  readonly tabs: readonly PageTab[];
}

/** Sister pages of one area, each with its own address; stands below the title of a {@link Page}. */
export function PageTabs({ label, tabs }: Props) {
  const { may } = useStore();
  const nav = useRef<HTMLElement>(null);
  // On a phone the tabs are wider than the window: the one that is open is seen whole.
  useEffect(() => {
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  return (
    <nav ref={nav} className="page-tabs" aria-label={label}>
      <ul>
        {tabs
          .filter(({ needs }) => needs === undefined || needs.some(may))
          .map(({ path, name, isExact = false }) => (
            <li key={path}>
              <StoreLink to={path} isExact={isExact}>
                {name}
              </StoreLink>
            </li>
          ))}
      </ul>
    </nav>
  );
}
