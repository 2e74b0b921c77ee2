import { CloseOutlined } from '@ant-design/icons';
import { fillTemplate, type MessageTemplate } from '@parley/contract/message-templates';
import { ErrorPanel, ForeignText, useFormats } from '@parley/ui';
import { Button, Input } from 'antd';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveInSight } from '../../lib/use-list-keys.ts';
import { type TemplateListState, useTemplateList } from './use-template-list.ts';

const optionId = (listId: string, at: number) => `${listId}-${at}`;

type Properties = {
  conversationId: string;
  onPick: (template: MessageTemplate) => void;
  onClose: () => void;
};

/** Templates that can be searched, and picked by keys or a click. */
export function TemplateList(properties: Properties) {
  const { t } = useTranslation();
  const listId = useId();
  const place = useRef<HTMLDivElement>(null);
  const templates = useTemplateList(properties);
  const { list, active, search } = templates;
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  return (
    <>
      <div ref={place} className="desk-templates-head">
        <Input
          role="combobox"
          aria-label={t('templates.search')}
          aria-expanded={list.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(list.length > 0 ? { 'aria-activedescendant': optionId(listId, active) } : {})}
          placeholder={t('templates.search')}
          value={search}
          onChange={(event) => templates.find(event.target.value)}
          onKeyDown={templates.press}
        />
        <Button
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('templates.close')}
          title={t('templates.close')}
          onClick={properties.onClose}
        />
      </div>
      <Found templates={templates} listId={listId} />
    </>
  );
}

function Found({ templates, listId }: { templates: TemplateListState; listId: string }) {
  const { t } = useTranslation();
  const { list, active, search, query, more } = templates;
  const shown = useActiveInSight(active);
  if (query.isError && query.data === undefined)
    return <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />;
  if (list.length === 0) {
    const nothing = search.trim() === '' ? t('templates.none') : t('templates.noMatch');
    return (
      <p className="desk-templates-none" role="status">
        {query.isPending ? t('templates.loading') : nothing}
      </p>
    );
  }
  return (
    <>
      <div
        ref={shown}
        id={listId}
        role="listbox"
        aria-label={t('templates.label')}
        className="desk-templates-list"
      >
        {list.map((template, at) => (
          <Option
            key={template.id}
            id={optionId(listId, at)}
            template={template}
            active={at === active}
            onPick={() => templates.pick(template)}
            onActivate={() => templates.activate(at)}
          />
        ))}
      </div>
      {more ? <p className="desk-templates-none">{t('templates.more')}</p> : null}
    </>
  );
}

type OptionProperties = {
  id: string;
  template: MessageTemplate;
  active: boolean;
  onPick: () => void;
  onActivate: () => void;
};

function Option({ id, template, active, onPick, onActivate }: OptionProperties) {
  const formats = useFormats();
  const { name, language, category } = template;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus and names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the search field
    <div
      id={id}
      role="option"
      aria-selected={active}
      className="desk-template"
      // A click would first take the focus from the search field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      onMouseMove={active ? undefined : onActivate}
    >
      <span className="desk-template-head">
        <ForeignText className="desk-template-name">{name}</ForeignText>
        <span className="desk-template-facts">{formats.language(language.replaceAll('_', '-'))}</span>
        {category === '' ? null : <ForeignText className="desk-template-facts">{category}</ForeignText>}
      </span>
      <ForeignText className="desk-template-text">{fillTemplate(template, {})}</ForeignText>
    </div>
  );
}
