import { Button, Card, FileButton, Group, Image, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconPhotoPlus } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { addPicture, picturesQuery } from "@/api/guidance";

/** The project's pictures: upload one, and put it at the end of the text. */
export function Pictures({
  slug,
  onInsert,
}: {
  slug: string;
  onInsert: (markdown: string) => void;
}) {
  const queryClient = useQueryClient();
  const pictures = useQuery(picturesQuery(slug));
  const add = useMutation({
    mutationFn: (file: File) => addPicture(slug, file),
    onSuccess: async ({ markdown }) => {
      onInsert(markdown);
      await queryClient.invalidateQueries({ queryKey: picturesQuery(slug).queryKey });
    },
  });
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          PNG, JPEG or WebP, up to 4 MB. You can’t use a picture’s name again, since earlier
          versions show it too.
        </Text>
        <FileButton
          accept="image/png,image/jpeg,image/webp"
          onChange={(file) => {
            if (file !== null) add.mutate(file);
          }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconPhotoPlus size={16} aria-hidden />}
              loading={add.isPending}
            >
              Add a picture
            </Button>
          )}
        </FileButton>
      </Group>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
        {pictures.data?.results.map(({ name, url, markdown }) => (
          <Card key={name} padding="xs">
            <Image src={url} alt={name} h={90} fit="contain" />
            <Group justify="space-between" gap={4} mt={6} wrap="nowrap">
              <Text size="xs" truncate title={name}>
                {name}
              </Text>
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={`Insert ${name}`}
                onClick={() => onInsert(markdown)}
              >
                Insert
              </Button>
            </Group>
          </Card>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
