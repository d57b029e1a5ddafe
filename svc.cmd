@echo off
rem The command svc on Windows: finds a JDK 25 or newer, builds a checkout when nothing is built yet, then hands over to the program.
setlocal EnableExtensions
set "ROOT=%~dp0"
if "%ROOT:~-1%"=="\" set "ROOT=%ROOT:~0,-1%"

set "FOUND="
for %%H in ("%SVC_JAVA_HOME%" "%ROOT%\runtime" "%JAVA_HOME%") do if not defined FOUND call :consider "%%~H"
for /d %%H in ("%ProgramFiles%\Java\*" "%ProgramFiles%\Eclipse Adoptium\*" "%ProgramFiles%\Microsoft\jdk-*" "%USERPROFILE%\.jdks\*") do if not defined FOUND call :consider "%%~H"
if not defined FOUND (
    echo svc: needs a JDK 25 or newer and found none: install one ^(winget install EclipseAdoptium.Temurin.25.JDK^) or set JAVA_HOME to it. 1>&2
    exit /b 3
)
set "JAVA_HOME=%FOUND%"

if exist "%ROOT%\.release" goto run
set "STALE="
if not exist "%ROOT%\server\target\svc.jar" set "STALE=1"
if not defined STALE for /f %%N in ('powershell -NoProfile -Command "$b=(Get-Item '%ROOT%\server\target\svc.jar').LastWriteTime; @(Get-ChildItem -Recurse -File '%ROOT%\pom.xml','%ROOT%\shared\src\main','%ROOT%\server\src\main','%ROOT%\tray\src\main','%ROOT%\web\src' | Where-Object LastWriteTime -gt $b).Count"') do if not "%%N"=="0" set "STALE=1"
if not defined STALE goto run
echo svc: building ^(the first time takes a few minutes^) 1>&2
set "MAVEN_OPTS=%MAVEN_OPTS% --sun-misc-unsafe-memory-access=allow"
call mvn -B -q -f "%ROOT%\pom.xml" package -DskipTests -Dexec.executable=npm.cmd 1>&2
if errorlevel 1 (
    echo svc: the build failed; what it said stands above. 1>&2
    exit /b 1
)

:run
"%JAVA_HOME%\bin\java.exe" "@%ROOT%\server\jvm.options" "-Dsvc.root=%ROOT%" -jar "%ROOT%\server\target\svc.jar" %*
exit /b %ERRORLEVEL%

:consider
if "%~1"=="" exit /b 0
if not exist "%~1\bin\java.exe" exit /b 0
for /f "tokens=2 delims==" %%V in ('findstr /b "JAVA_VERSION=" "%~1\release" 2^>nul') do for /f "tokens=1 delims=." %%M in (%%V) do if %%~M GEQ 25 set "FOUND=%~1"
exit /b 0
