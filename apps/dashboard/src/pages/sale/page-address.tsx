import { Button, Group } from '@mantine/core';
import { useToasts } from '../../actions/toasts';
import { Card } from '../../parts/card';
import { CopyButton } from '../../parts/copy-button';
import { CopyText } from '../../parts/copy-text';
import { Icon } from '../../parts/icon';
import { useWords } from '../../words/words';
import { qrPath, saveQrPng, saveQrSvg } from './qr-file';
import { saleWords } from './sale-words';
import './sale.css';

interface Props {
  readonly id: string;
  readonly url: string;
  /** It cannot be paid any more, so it is not shared. */
  readonly isOver: boolean;
}

/** The address of a payment page: to copy, to open, to send, and as a QR code to download. */
export function PageAddress({ id, url, isOver }: Props) {
  const say = useWords(saleWords);
  const toasts = useToasts();
  const text = encodeURIComponent(say('shareText', { url }));
  const mail = `mailto:?subject=${encodeURIComponent(say('shareSubject'))}&body=${text}`;
  const save = (run: typeof saveQrSvg) => () => {
    run(url, `qr-${id}`).catch(toasts.showProblem);
  };
  return (
    <Card title={say('address')}>
      <div className="page-address">
        <CopyText text={url} />
        <Group gap="xs">
          <CopyButton size="xs" text={url}>
            {say('copyLink')}
          </CopyButton>
          <OutLink href={url} text={say('open')} />
          {!isOver && (
            <>
              <OutLink href={`https://wa.me/?text=${text}`} text={say('whatsapp')} />
              <Button
                size="xs"
                variant="default"
                component="a"
                href={mail}
                leftSection={<Icon name="mail" size={14} />}
              >
                {say('email')}
              </Button>
            </>
          )}
        </Group>
        {!isOver && (
          <>
            <img className="page-qr" src={qrPath(url)} alt={say('qr')} width={176} height={176} />
            <Group gap="xs">
              <Button size="xs" variant="default" onClick={save(saveQrSvg)}>
                {say('saveSvg')}
              </Button>
              <Button size="xs" variant="default" onClick={save(saveQrPng)}>
                {say('savePng')}
              </Button>
            </Group>
          </>
        )}
      </div>
    </Card>
  );
}

function OutLink({ href, text }: { readonly href: string; readonly text: string }) {
  return (
    <Button
      size="xs"
      variant="default"
      component="a"
      href={href}
      target="_blank"
      rel="noreferrer"
      leftSection={<Icon name="out" size={14} />}
    >
      {text}
    </Button>
  );
}
