import { Stack, Title } from "@mantine/core";
import { Suspense, lazy } from "react";

import { LoadingState } from "@/components/states";

import { type Texts, TEXTS } from "./texts";

const Markdown = lazy(() => import("@/components/Markdown"));

/** What the stewards wrote, as everybody reads it; parts without text are left out. */
export function CompetitionTexts({ texts }: { readonly texts: Texts }) {
  return (
    <Suspense fallback={<LoadingState />}>
      <Stack gap="lg">
        {TEXTS.filter(({ name }) => texts[name].trim() !== "").map(({ name, title }) =>
          name === "summary" ? (
            <Markdown key={name}>{texts[name]}</Markdown>
          ) : (
            <section key={name} aria-labelledby={`text-${name}`}>
              <Title order={2} size="h3" mb={4} id={`text-${name}`}>
                {title}
              </Title>
              <Markdown>{texts[name]}</Markdown>
            </section>
          ),
        )}
      </Stack>
    </Suspense>
  );
}
