import { Badge, Card, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import { type EncoderFound, rankedQuestionQuery } from "@/api/retrieval";
import { useProject } from "@/api/useProject";
import { LinkButton } from "@/components/LinkButton";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import classes from "./retrieval.module.css";
import { formatRank } from "./words";

/** What an encoder ranks first, with the right sentences marked. */
function FoundByEncoder({ found }: { readonly found: EncoderFound }) {
  const { name, sentence_rank: rank, document_rank: paragraph, first } = found;
  return (
    <Card component="section" aria-label={name}>
      <Stack gap="sm">
        <Title order={2} size="h3">
          {name}
        </Title>
        <Text size="sm" c="dimmed">
          Right sentence at rank {formatRank(rank)}, its paragraph at rank {formatRank(paragraph)}
        </Text>
        <ol className={classes.sentences}>
          {first.map(({ sentence, is_right: isRight }, place) => (
            <li key={place} className={isRight ? classes.right : undefined}>
              <Text size="sm" component="span">
                {sentence}
              </Text>{" "}
              {isRight && (
                <Badge size="sm" variant="filled">
                  Right
                </Badge>
              )}
            </li>
          ))}
        </ol>
      </Stack>
    </Card>
  );
}

/** One question: its right sentences, and what each encoder ranks first. */
export default function RankedQuestionPage() {
  const { slug, title } = useProject();
  const { benchmark, number } = useParams();
  const question = useQuery(rankedQuestionQuery(slug, Number(benchmark), Number(number)));
  useDocumentTitle(question.data?.question, title);
  return (
    <QueryView query={question}>
      {({ question: asked, right, encoders }) => (
        <Stack gap="lg">
          <PageHeader
            title={asked}
            actions={
              <LinkButton
                to={`/projects/${slug}/leaderboard/retrieval/${benchmark ?? ""}/questions`}
                variant="default"
              >
                All questions
              </LinkButton>
            }
          >
            {right.length === 1 ? "The right sentence:" : "The right sentences:"}{" "}
            {right.join(" … ")}
          </PageHeader>
          <SimpleGrid cols={{ base: 1, lg: encoders.length > 1 ? 2 : 1 }}>
            {encoders.map((each) => (
              <FoundByEncoder key={each.encoder} found={each} />
            ))}
          </SimpleGrid>
        </Stack>
      )}
    </QueryView>
  );
}
