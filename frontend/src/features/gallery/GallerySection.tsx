import {
  Alert,
  Anchor,
  Button,
  Card,
  Checkbox,
  Group,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";

import {
  galleryKey,
  galleryQuery,
  type PublishedGallery,
  publishGallery,
  takeGalleryBack,
} from "@/api/gallery";
import { queryKeys } from "@/api/queryKeys";
import { formatSize } from "@/components/DropZone";
import { ErrorAlert } from "@/components/ErrorAlert";
import { formatCount } from "@/components/format";
import { JobList } from "@/components/JobList";
import { QueryView } from "@/components/QueryView";
import { RelativeTime } from "@/components/RelativeTime";

/** Publishes the project's gallery on this site, and takes it back. For leads. */
export function GallerySection({ slug }: { readonly slug: string }) {
  const heading = useId();
  const gallery = useQuery(galleryQuery(slug));
  return (
    <section aria-labelledby={heading}>
      <Title order={2} size="h3" mb="sm" id={heading}>
        Gallery
      </Title>
      <Stack gap="sm">
        <Text size="sm" maw={640}>
          A site on which everybody can read the released examples, without an account: each page
          with the answers of all annotators, under pseudonyms. The hidden split, people who object
          and withdrawn examples stay out.
        </Text>
        <QueryView query={gallery}>
          {({ published }) => (
            <Card>
              <Stack gap="md">
                {published === null ? (
                  <Text size="sm">This site shows no gallery of the project.</Text>
                ) : (
                  <Published slug={slug} gallery={published} />
                )}
                <PublishForm slug={slug} isAgain={published !== null} />
              </Stack>
            </Card>
          )}
        </QueryView>
        <JobList slug={slug} kinds={["gallery"]} titleOf={() => "Gallery"} empty="" />
      </Stack>
    </section>
  );
}

function Published({ slug, gallery }: { slug: string; gallery: PublishedGallery }) {
  const queryClient = useQueryClient();
  const takeBack = useMutation({
    mutationFn: () => takeGalleryBack(slug),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: galleryKey(slug) }),
  });
  const { address, version, example_count, byte_count, published_at } = gallery;
  return (
    <Stack gap="sm">
      <Text size="sm">
        <Anchor href={address} underline="always">
          {address}
        </Anchor>{" "}
        shows version {version} with {formatCount(example_count)}{" "}
        {example_count === 1 ? "example" : "examples"} ({formatSize(byte_count)}), published{" "}
        <RelativeTime at={published_at} />.
      </Text>
      {gallery.is_withheld ? (
        <Alert color="brick" title="Nobody sees it at the moment">
          A split, a person or an example is left out by now that it may show. Publish it again.
        </Alert>
      ) : (
        gallery.is_outdated && (
          <Text size="sm" c="dimmed">
            The project has changed since. Publish again to show what there is now.
          </Text>
        )
      )}
      <Group>
        <Button variant="default" loading={takeBack.isPending} onClick={() => takeBack.mutate()}>
          Take the gallery back
        </Button>
      </Group>
      <ErrorAlert error={takeBack.error} />
    </Stack>
  );
}

function PublishForm({ slug, isAgain }: { slug: string; isAgain: boolean }) {
  const [downloads, setDownloads] = useState("");
  const [isSimulated, setSimulated] = useState(false);
  const [allowed, setAllowed] = useState("");
  const queryClient = useQueryClient();
  const publish = useMutation({
    mutationFn: () =>
      publishGallery(slug, {
        downloads: downloads.trim(),
        simulated: isSimulated,
        allowed: allowed
          .split("\n")
          .map((line) => line.trim())
          .filter(Boolean),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) }),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        publish.mutate();
      }}
    >
      <Stack gap="sm" maw={640}>
        <TextInput
          type="url"
          label="Address of the downloads"
          description="Where readers find the data set, such as https://huggingface.co/datasets/…; empty if there is no such place yet."
          value={downloads}
          onChange={(event) => setDownloads(event.currentTarget.value)}
        />
        <Checkbox
          label="Show simulated annotations"
          checked={isSimulated}
          onChange={(event) => setSimulated(event.currentTarget.checked)}
        />
        <Textarea
          label="Texts that may stay"
          description="What looks like a name or an address stops the gallery. Here, one on each line, is what may be in it."
          autosize
          minRows={1}
          maxRows={6}
          value={allowed}
          onChange={(event) => setAllowed(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" loading={publish.isPending}>
            {isAgain ? "Publish the gallery again" : "Publish the gallery"}
          </Button>
        </Group>
        <ErrorAlert error={publish.error} withFields />
      </Stack>
    </form>
  );
}
