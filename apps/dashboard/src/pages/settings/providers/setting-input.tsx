import { FileInput, NativeSelect } from '@mantine/core';
import { isPixBankCode, type PixBankCode } from '@pitanga/core/pix-banks';
import { useState } from 'react';
import { useController, type Control } from 'react-hook-form';
import { ChoiceField, MoneyField, SwitchField, TextField } from '../../../forms/fields';
import { commonWords } from '../../../words/common-words';
import { useWords } from '../../../words/words';
import { bankChoices, findBankName } from './bank-settings';
import { connectWords } from './connect-words';
import { areHeaders, type SettingsForm } from './provider-settings';
import type { SettingField } from './setting-field';

interface Props {
  readonly control: Control<SettingsForm>;
  readonly field: SettingField;
}

interface InputProps extends Props {
  /** After another bank is chosen. */
  readonly onBank: (bank: PixBankCode) => void;
}

const choices = {
  methods: [
    ['CARD,BOLETO', 'cardAndBoleto'],
    ['CARD', 'card'],
    ['BOLETO', 'boleto'],
  ],
  account: [
    ['', 'noAccount'],
    ['CORRENTE', 'CORRENTE'],
    ['POUPANCA', 'POUPANCA'],
    ['PAGAMENTO', 'PAGAMENTO'],
  ],
  asaasMethods: [
    ['PIX,BOLETO,CARD', 'pixBoletoAndCard'],
    ['PIX,BOLETO', 'pixAndBoleto'],
    ['PIX', 'pix'],
    ['BOLETO', 'boleto'],
    ['CARD', 'card'],
  ],
  pixMethods: [
    ['PIX,BOLETO', 'pixAndBoleto'],
    ['PIX', 'pix'],
    ['BOLETO', 'boleto'],
  ],
  efiMethods: [
    ['PIX,BOLETO', 'pixAndBoleto'],
    ['PIX,BOLETO,CARD', 'pixBoletoAndCard'],
    ['PIX,CARD', 'pixAndCard'],
    ['PIX', 'pix'],
    ['BOLETO', 'boleto'],
  ],
  environment: [
    ['PRODUCTION', 'PRODUCTION'],
    ['SANDBOX', 'SANDBOX'],
  ],
  ownTransfers: [
    ['', 'refuseOwn'],
    ['ALLOW', 'allowOwn'],
  ],
  tokenAuth: [
    ['', 'asBankWants'],
    ['BASIC', 'authBasic'],
    ['BODY', 'authBody'],
    ['BODY_WITHOUT_SECRET', 'authWithoutSecret'],
  ],
  tokenBody: [
    ['', 'asBankWants'],
    ['FORM', 'bodyForm'],
    ['JSON', 'bodyJson'],
    ['QUERY', 'bodyQuery'],
  ],
} as const;

/** One setting of a provider, typed as its kind wants it. */
export function SettingInput({ control, field, onBank }: InputProps) {
  const say = useWords(connectWords);
  const { name, kind, isRequired = false } = field;
  const shared = { control, name, label: say(name), description: say(`${name}_hint`), isRequired };
  switch (kind) {
    case 'yes':
      return <SwitchField {...shared} isRequired={false} />;
    case 'amount':
      return <MoneyField {...shared} />;
    case 'file':
    case 'base64':
      return <FileField control={control} field={field} />;
    case 'bank':
      return <BankField control={control} field={field} onBank={onBank} />;
    case 'methods':
    case 'asaasMethods':
    case 'pixMethods':
    case 'efiMethods':
    case 'environment':
    case 'ownTransfers':
    case 'account':
    case 'tokenAuth':
    case 'tokenBody':
      return <ChoiceField {...shared} choices={choices[kind].map(([value, word]) => [value, say(word)])} />;
    case 'lines':
      return (
        <TextField
          {...shared}
          rows={3}
          maxLength={4000}
          rules={{ validate: (text) => areHeaders(String(text)) || say('headersWrong') }}
        />
      );
    case 'address':
      return (
        <TextField
          {...shared}
          type="url"
          placeholder="https://"
          maxLength={2048}
          rules={{
            validate: (text) => text === '' || /^https:\/\/\S+$/.test(String(text).trim()) || say('addressWrong'),
          }}
        />
      );
    default:
      return (
        <TextField
          {...shared}
          type={kind === 'secret' ? 'password' : 'text'}
          // Browsers offer to keep a password of this page unless it is a new one.
          autoComplete={kind === 'secret' ? 'new-password' : 'off'}
          maxLength={4096}
        />
      );
  }
}

/** Which bank it is: what is asked for changes with it. */
function BankField({ control, onBank }: InputProps) {
  const say = useWords(connectWords);
  const {
    field: { ref, value: bank, onChange },
  } = useController({ control, name: 'bank' });
  return (
    <NativeSelect
      ref={ref}
      label={say('bank')}
      description={say(`bank_${bank === 'CAIXA' ? 'untested' : 'hint'}`)}
      value={bank}
      data={bankChoices.map((code) => ({ value: code, label: findBankName(code) ?? say('otherBank') }))}
      onChange={({ currentTarget: { value } }) => {
        if (!isPixBankCode(value)) return;
        onChange(value);
        onBank(value);
      }}
    />
  );
}

/** The content of a file, which is read here and never shown: PEM as it is, another one in base64. */
function FileField({ control, field: { name, kind, isRequired = false, isRequiredWithout } }: Props) {
  const say = useWords(connectWords);
  const common = useWords(commonWords);
  const [file, setFile] = useState<File | null>(null);
  const {
    field: { ref, onChange },
    fieldState,
  } = useController({
    control,
    name,
    rules: {
      validate: (content, { [isRequiredWithout ?? name]: other }) =>
        content !== '' || (!isRequired && (isRequiredWithout === undefined || other !== '')) || common('required'),
    },
  });
  return (
    <FileInput
      ref={ref}
      label={say(name)}
      description={say(`${name}_hint`)}
      placeholder={say('chooseFile')}
      required={isRequired}
      accept={kind === 'base64' ? '.p12,.pfx' : '.pem,.crt,.cer,.key,.txt'}
      value={file}
      error={fieldState.error?.message}
      onChange={(chosen) => {
        setFile(chosen);
        void (chosen === null ? Promise.resolve('') : kind === 'base64' ? toBase64(chosen) : chosen.text()).then(
          onChange,
        );
      }}
    />
  );
}

async function toBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
