import './whole-number-field.css';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type Schema, schemaMessage } from '../lib/form-rules.ts';
import { WholeNumberInput, type WholeNumberProperties } from './WholeNumberInput.tsx';

type Properties = Omit<WholeNumberProperties, 'status'> & { schema: Schema };

/** A whole number that isn't a form's field: shows the message for an invalid one itself. */
export function WholeNumberField({ schema, value = null, ...rest }: Properties) {
  const { t } = useTranslation();
  const messageId = useId();
  const message = schemaMessage(schema, value, t);
  const refusal =
    message === undefined
      ? {}
      : ({ status: 'error', 'aria-invalid': true, 'aria-describedby': messageId } as const);
  return (
    <span className="whole-number-field">
      <WholeNumberInput {...rest} {...refusal} value={value} />
      {message === undefined ? null : (
        <span id={messageId} role="alert" className="whole-number-message">
          {message}
        </span>
      )}
    </span>
  );
}
