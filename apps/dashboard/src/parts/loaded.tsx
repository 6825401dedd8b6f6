import { VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isProblem } from '../api/problem';
import { RecordNotFound } from './not-found';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import { ProblemNotice } from './problem-notice';

interface Props<Data> {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** What a query brought, in each of its states: loading, failed with a way to try again, absent, there. */
export function Loaded<Data>({ query, children }: Props<Data>) {
  const { data, error, refetch } = query;
  if (isProblem(error) && error.status === 404) return <RecordNotFound />;
  return (
    <>
      <ProblemNotice problem={error} onRetry={() => void refetch()} />
      {data === undefined ? error === null && <LoadingCard /> : children(data)}
    </>
  );
}

/** Stands where a card will be. */
export function LoadingCard() {
  const say = useWords(commonWords);
  return (
    <div className="skeleton" role="status">
      <VisuallyHidden>{say('loading')}</VisuallyHidden>
      <span />
      <span />
      <span />
    </div>
  );
}
