import { useLocalStorage } from '@mantine/hooks';
import { useStore } from '../session/store-context';

/**
 * What one person has arranged for one list, in this browser: it is no matter of the store, and a browser without it shows
 * what is usual.
 */
export function useKept<Value>(what: 'columns' | 'views', list: string, usual: Value) {
  const { me } = useStore();
  return useLocalStorage<Value>({
    key: `pitanga-${what}/${me.user.id}/${list}`,
    defaultValue: usual,
    getInitialValueInEffect: false,
  });
}
