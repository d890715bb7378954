import { Container, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { accountQuery } from "@/api/account";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { DevicesSection } from "./DevicesSection";
import { PasswordSection } from "./PasswordSection";
import { ProfileSection } from "./ProfileSection";
import { SecondFactorSection } from "./SecondFactorSection";
import { SingleSignOnSection } from "./SingleSignOnSection";
import { TokensSection } from "./TokensSection";
import { YourDataSection } from "./YourDataSection";

/** People's own account, to read and change, section by section. */
export default function AccountPage() {
  useDocumentTitle("My account");
  const account = useQuery(accountQuery());
  return (
    <Container size={760} py={36}>
      <PageHeader title="My account" />
      <QueryView query={account}>
        {(found) => (
          <Stack gap="lg">
            <ProfileSection account={found} />
            <PasswordSection account={found} />
            {found.single_sign_on !== "" && <SingleSignOnSection account={found} />}
            {found.second_factor !== "off" && <SecondFactorSection account={found} />}
            <DevicesSection />
            <TokensSection />
            <YourDataSection account={found} />
          </Stack>
        )}
      </QueryView>
    </Container>
  );
}
