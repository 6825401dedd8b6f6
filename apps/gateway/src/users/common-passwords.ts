/**
 * The most common passwords of leaked lists that have twelve characters or more, in small letters; shorter ones are
 * refused for their length.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `password1234 password12345 password123456 passwordpassword password123! password1234! password!234
p@ssw0rd1234 p@ssword1234 p@ssw0rd123! passw0rd1234 123456789abc 123456789qwe 1234567890qw 1234567890abc
1234567890qwerty 123qweasdzxc 123qwe123qwe 123123123123 121212121212 112233445566 111222333444 123321123321
1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc zaq12wsxcde3
q1w2e3r4t5y6 q1w2e3r4t5y6u7 qwerty123456 qwerty1234567 qwerty12345678 qwertyuiop12 qwertyuiop123 qwertyuiop[]
qwertyuiopasdf qwertyuiopasdfghjkl qwerty123qwerty qwertyqwerty asdfghjkl123 asdfghjkl;'\\ asdfasdfasdf asdfghjklzxcvbnm
zxcvbnm12345 zxcvbnm123456 qazwsxedcrfv qazwsxedc123 abc123abc123 abcd1234abcd abcdef123456 abcdefg12345 abcdefghijkl
a1b2c3d4e5f6 a12345678910 aa1234567890 iloveyou1234 iloveyou12345 iloveyouforever iloveyousomuch ilovemyfamily
letmein12345 letmeinplease welcome12345 welcome123456 welcome@1234 administrator admin1234567 admin12345678
admin@123456 adminadmin12 adminadminadmin administrador changeme1234 changemeplease superman1234 batman123456
football1234 baseball1234 basketball12 liverpool123 chelsea12345 arsenal12345 manchester12 barcelona123 realmadrid12
dragon123456 monkey123456 shadow123456 master123456 michael12345 jennifer1234 jordan123456 sunshine1234 princess1234
charlie12345 whatever1234 trustno1trustno1 starwars1234 pokemon12345 computer1234 internet1234 hello1234567 helloworld12
helloworld123 mypassword12 mypassword123 yourpassword secretpassword thisisapassword correcthorsebatterystaple
senha1234567 senha12345678 senha@123456 senhasenha12 senhasenhasenha minhasenha12
minhasenha123 mudar1234567 mudar@123456 brasil123456 brasil@12345 brasilbrasil flamengo1234 corinthians1 corinthians12
corinthians123 palmeiras123 palmeiras1234 saopaulo1234 gremio123456 vascodagama1 cruzeiro1234 internacional
jesuscristo1 jesuscristo123 jesus1234567 deusefiel123 deuseamor123 euteamo12345 teamomuito12 familia12345 amorzinho123
felicidade12 vitoria12345 gabriel12345 rafael123456 fernanda1234 password2024 password2025 password2026 senha2025senha
pitanga12345 pitanga123456 pitangapitanga`
    .split(/\s+/)
    .concat('correct horse battery staple'),
);
