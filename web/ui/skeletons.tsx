import { Skeleton, Stack } from '@mantine/core';

/** A page on its way: the shape of a header and a card. */
export function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton h={28} w={220} mb={10} />
      <Skeleton h={14} w={320} maw="80%" mb={28} />
      <Skeleton h={320} radius="lg" />
    </div>
  );
}

/** Lines of text on their way. */
export function LinesSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <Stack role="status" aria-label="Loading" gap={12}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change places
        <Skeleton key={line} h={14} w={`${90 - ((line * 17) % 40)}%`} />
      ))}
    </Stack>
  );
}

/** Fields of a form on their way. */
export function FormSkeleton({ fields = 3 }: { fields?: number }) {
  return (
    <Stack role="status" aria-label="Loading" gap={20}>
      {Array.from({ length: fields }, (_, field) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields never change places
        <div key={field}>
          <Skeleton h={12} w={96} mb={8} />
          <Skeleton h={36} />
        </div>
      ))}
    </Stack>
  );
}
