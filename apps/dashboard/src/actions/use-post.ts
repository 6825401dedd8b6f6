import { useNavigate } from '@tanstack/react-router';
import { storeApi } from '../api/client';
import { postAt, type BodyAt, type PostedAt, type PostPath } from '../api/paths';
import { useStore } from '../session/store-context';
import { useAction, type Action, type ActionOptions } from './use-action';

export interface PostOptions<Path extends PostPath> extends ActionOptions<BodyAt<Path>, PostedAt<Path>> {
  /** The page of the open store that opens when it is done. */
  readonly opens?: ((posted: PostedAt<Path>) => string) | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
}

/** What a person does by one POST about the open store: `usePost('/v2/members/update', { done: say('saved') })`. */
export function usePost<Path extends PostPath>(path: Path, options: PostOptions<Path> = {}): Action<BodyAt<Path>> {
  const { scope, storePath } = useStore();
  const navigate = useNavigate();
  const { query = {}, opens, onDone, ...rest } = options;
  return useAction<BodyAt<Path>, PostedAt<Path>>({
    ...rest,
    run: (body, idempotencyKey) => postAt(storeApi(scope, idempotencyKey), path, body, query),
    onDone: (posted, body) => {
      onDone?.(posted, body);
      if (opens) void navigate({ to: storePath(opens(posted)), ignoreBlocker: true });
    },
  });
}
