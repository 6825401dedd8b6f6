import { SegmentedControl, Text, useMantineStyleNonce } from '@mantine/core';
import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { storeApi } from '../../api/client';
import { record } from '../../api/problem';
import type { ApiRecord } from '../../api/records';
import { Card } from '../../parts/card';
import { LoadingCard } from '../../parts/loaded';
import { ProblemNotice } from '../../parts/problem-notice';
import { useStore } from '../../session/store-context';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import type { Method } from './sale';
import { withNonce } from './preview-document';
import { previewWords } from './preview-words';
import './preview.css';

type PreviewedPage = ApiRecord<'PreviewPaymentPage'>;

const typingMs = 250;
const widths = { phone: 390, desktop: 1100 } as const;
type Size = keyof typeof widths;

interface Props {
  /** What the page would be; undefined while it would be nothing. */
  readonly page: PreviewedPage | undefined;
  readonly methods: readonly Method[];
}

/** The payment page of what a form holds, made by the page's own renderer while one types. */
export function PagePreview({ page, methods }: Props) {
  const say = useWords(previewWords);
  const [size, setSize] = useState<Size>('phone');
  const [chosen, setChosen] = useState<Method>();
  const method = chosen !== undefined && methods.includes(chosen) ? chosen : undefined;
  return (
    <Card title={say('preview')}>
      <div className="preview-tools">
        <SegmentedControl
          size="xs"
          aria-label={say('size')}
          value={size}
          data={(['phone', 'desktop'] as const).map((value) => ({ value, label: say(value) }))}
          onChange={(value) => {
            setSize(value);
          }}
        />
        {methods.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={say('method')}
            value={method ?? methods[0] ?? 'PIX'}
            data={methods.map((value) => ({ value, label: say(value) }))}
            onChange={setChosen}
          />
        )}
      </div>
      {page === undefined ? (
        <Text size="sm" c="dimmed">
          {say('wait')}
        </Text>
      ) : (
        <PreviewWindow page={method === undefined ? page : { ...page, method }} size={size} />
      )}
      <Text size="xs" c="dimmed" mt="xs">
        {say('note')}
      </Text>
    </Card>
  );
}

function PreviewWindow({ page, size }: { readonly page: PreviewedPage; readonly size: Size }) {
  const say = useWords(previewWords);
  const { language } = useLanguage();
  const { scope, key } = useStore();
  // Compared by its text: forms make another object at every key.
  const [asked] = useDebouncedValue(JSON.stringify({ language, ...page }), typingMs);
  const query = useQuery({
    queryKey: key('page-preview', asked),
    queryFn: ({ signal }) =>
      record(storeApi(scope).POST('/v2/payment-pages/preview', { body: JSON.parse(asked) as PreviewedPage, signal })),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <>
      <ProblemNotice problem={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <LoadingCard />}
      {query.data && (
        <div
          className="preview-window"
          role="region"
          aria-label={say('frame')}
          aria-busy={query.isPlaceholderData}
          tabIndex={0}
        >
          <Paper html={query.data.html} width={widths[size]} />
        </div>
      )}
    </>
  );
}

/**
 * The document as high as it is, shrunk to the window. It has no scripts, none would run, and nothing in it can be
 * clicked or focused; of the same origin, so that its height can be read.
 */
function Paper({ html, width }: { readonly html: string; readonly width: number }) {
  const say = useWords(previewWords);
  const nonce = useMantineStyleNonce()?.() ?? '';
  const { ref, width: room } = useElementSize();
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(640);
  const measure = (): void => {
    const body = frame.current?.contentDocument?.body;
    if (body && body.offsetHeight > 0) setHeight(body.offsetHeight);
  };
  useEffect(measure, [width]);
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  return (
    <div ref={ref}>
      <div className="preview-paper" style={{ width: width * scale, height: height * scale }}>
        <iframe
          ref={frame}
          title={say('frame')}
          sandbox="allow-same-origin"
          inert
          srcDoc={withNonce(html, nonce)}
          onLoad={measure}
          style={{ width, height, transform: `scale(${String(scale)})` }}
        />
      </div>
    </div>
  );
}
