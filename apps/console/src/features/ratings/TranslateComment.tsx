import { TranslationOutlined } from '@ant-design/icons';
import { translateRatingComment } from '@parley/contract/ratings';
import { codePoints } from '@parley/contract/values';
import { ConfirmPopover, useErrorToast, useFormats, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';

type Properties = { ratingId: string; comment: string };

/** Translates a comment, after a confirmation that states the maximum cost. */
export function TranslateComment({ ratingId, comment }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const showError = useErrorToast();
  const { number } = useFormats();
  const most = codePoints(comment);
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.call(translateRatingComment, { params: { ratingId } }),
    onSuccess: async ({ translation }) => {
      if (translation === null) void toasts.success(t('ratings.needsNoTranslation'));
      else await cache.invalidateQueries({ queryKey: queryKeys.ratings });
    },
    onError: showError,
  });
  return (
    <span>
      <ConfirmPopover
        title={t('ratings.translateTitle')}
        description={t('ratings.translationCost', { count: most, characters: number(most) })}
        okText={t('ratings.translate')}
        cancelText={t('ratings.cancel')}
        onConfirm={() => mutate()}
      >
        <Button
          className="rating-translate"
          type="link"
          size="small"
          icon={<TranslationOutlined />}
          loading={isPending}
        >
          {t('ratings.translate')}
        </Button>
      </ConfirmPopover>
    </span>
  );
}
